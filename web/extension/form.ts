import { hashtagsIn } from '../../src/contract/hashtags';
import type { Message } from '../../src/contract/messages';
import type { TagBoard } from '../boards/tag-boards';
import { boardPicker, loadBoards } from './board-picker';
import { call, Refused, SignedOut, storedConnection } from './connection';
import { button, byId, say } from './element';
import { type Choice, type Taken, take, takeOpenPage } from './taken';
import { forgetUnsent, keepUnsent, listUnsent, send, sendAll, type Unsent } from './unsent';

/** What is written survives a popup that closes when the person clicks elsewhere. */
type Draft = { of: string; content: string; chosen: string[] };

const KEPT = 'It is kept here, and sent as soon as your server can be reached.';

const form = byId<HTMLFormElement>('form');
const content = byId<HTMLTextAreaElement>('content');
const [chosen, params] = [[] as string[], new URLSearchParams(location.search)];
/** The key of an unsent message that is in the form. */
let edited: string | undefined;
let taken: Taken = { content: '', picture: null, remark: '' };

const field = byId<HTMLInputElement>('board');
const picker = boardPicker({ field, list: byId('boards'), hint: byId('found') }, chosen, keepDraft);

function keepDraft() {
  const draft: Draft = { of: taken.content, content: content.value, chosen };
  void chrome.storage.session.set({ draft });
}

async function showBoards() {
  const { boards } = await chrome.storage.local.get<{ boards?: TagBoard[] }>('boards');
  picker.show(boards ?? []);
  const loaded = await loadBoards();
  picker.show(loaded);
  await chrome.storage.local.set({ boards: loaded });
}

function showPicture() {
  const figure = byId('picture');
  figure.hidden = !taken.picture;
  if (taken.picture) figure.querySelector('img')!.src = URL.createObjectURL(taken.picture);
}

async function showUnsent() {
  const unsent = await listUnsent();
  const section = byId('unsent');
  section.hidden = unsent.length === 0;
  section.querySelector('ul')!.replaceChildren(...unsent.map(rowOf));
}

function rowOf(message: Unsent) {
  const { key, content, picture, problem } = message;
  const item = document.createElement('li');
  const words = document.createElement('p');
  words.textContent = content.slice(0, 120) || (picture?.name ?? '');
  const why = document.createElement('p');
  why.className = 'hint';
  why.textContent = problem?.sentence ?? 'It waits to be sent.';
  const acts = document.createElement('div');
  acts.append(
    button('Edit', () => edit(message)),
    button('Discard', () => forgetUnsent(key).then(showUnsent)),
  );
  for (const act of acts.children) act.setAttribute('aria-label', `${act.textContent} ${words.textContent}`);
  item.append(words, why, acts);
  return item;
}

function edit({ key, content: words, tags, picture }: Unsent) {
  edited = key;
  taken = { ...taken, picture };
  content.value = words;
  chosen.splice(0, chosen.length, ...tags);
  picker.draw();
  showPicture();
  say('Saving replaces the one that was not sent.');
  showForm();
}

async function save() {
  const connection = await storedConnection();
  if (!connection) return showUnconnected();
  picker.takeTyped();
  const tags = [...chosen];
  const { value } = content;
  const message = {
    ...{ key: crypto.randomUUID(), server: connection.server, content: value.trim(), tags, mediaIds: [] },
    expects: [...new Set([...tags, ...hashtagsIn(value)])].map((tag) => ({
      tag,
      boardId: picker.boardIdOf(tag),
    })),
    picture: taken.picture,
  };
  if (!message.content && !message.picture) return say('Please enter a message.', true);
  form.inert = true;
  say('Saving...');
  await keepUnsent(message);
  if (edited) await forgetUnsent(edited);
  edited = undefined;
  try {
    showSaved(await send(message.key));
  } catch (error) {
    await showFailure(error as Error, message.key);
  }
  form.inert = false;
  await showUnsent();
}

function showSaved(sent: Message | null) {
  void chrome.storage.session.remove('draft');
  const tags = sent?.tags.map((tag) => `#${tag}`).join(', ');
  say(tags ? `Saved on ${tags}.` : 'Saved.');
  showAfter(sent);
}

async function showFailure(error: Error, key: string) {
  if (error instanceof Refused) {
    await forgetUnsent(key); // the form still has it
    return say(error.message, true);
  }
  void chrome.storage.session.remove('draft');
  say(error instanceof SignedOut ? `${error.message} ${KEPT}` : `Not sent: no answer. ${KEPT}`, true);
  showAfter(null);
}

async function showAfter(sent: Message | null) {
  form.hidden = true;
  byId('after').hidden = false;
  byId('undo').hidden = byId('shown').hidden = !sent;
  byId('close').focus();
  if (!sent) return;
  const link = byId<HTMLAnchorElement>('shown');
  link.href = `${(await storedConnection())?.server}/thread/${sent.id}`;
  byId('undo').onclick = () =>
    call(`/api/messages/${sent.id}`, { method: 'DELETE' }).then(
      () => {
        say('Taken back. Nothing is saved now.');
        showForm();
      },
      (error: Error) => say(error.message || 'Not taken back: your server does not answer.', true),
    );
}

function showForm() {
  form.hidden = false;
  byId('after').hidden = true;
  content.focus();
}

function showUnconnected() {
  say('The extension is not connected to your server yet.');
  byId('options').textContent = 'Connect';
  byId('options').className = 'main';
}

async function start() {
  byId('options').onclick = () => chrome.runtime.openOptionsPage();
  byId('close').onclick = () => window.close();
  byId('unsent').querySelector<HTMLElement>(':scope > button')!.onclick = () =>
    sendAll(() => true).then(showUnsent);
  byId('picture').querySelector('button')!.onclick = () => {
    taken.picture = null;
    showPicture();
    content.focus();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    void save();
  };
  content.oninput = keepDraft;
  content.onkeydown = ({ key, ctrlKey, metaKey }) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) form.requestSubmit();
  };
  await showUnsent();
  if (!(await storedConnection())) return showUnconnected();
  taken = await (params.has('kind') ? take(Object.fromEntries(params) as Choice) : takeOpenPage());
  const { draft } = await chrome.storage.session.get<{ draft?: Draft }>('draft');
  const isBack = draft?.of === taken.content;
  content.value = isBack ? draft.content : taken.content;
  if (isBack) chosen.push(...draft.chosen);
  showPicture();
  if (taken.remark) say(taken.remark);
  showForm();
  await showBoards().catch(
    (error) => error instanceof SignedOut && say(error.message, true), // without an answer, the last boards stay
  );
}

void start();
