import { posix } from 'node:path';
import { type Bundle, toBundleFile } from '../bundle';
import { toChatNote } from './chat-note';
import type { Entry, Format, Group, NoteFile, Reader } from './format';
import { tokensOf } from './html';
import { visiblePaths } from './parts';
import { timeOrNull } from './saved-link';
import { isSameNumber } from './sms-backup';

// `Takeout/Voice/Calls` has a page for each conversation, voicemail and call, and the files of messages beside
// it. A page names a photo without its ending.

const PAGE = /\.html$/i;
const SIGN = /\bhChatLog\b|class="haudio"/;
const NO_NAME = /^(me to|text (with|from)|voicemail from|recorded call( with| from)?|call log for)\s*/i;
const CALL = /^(missed|placed|received|recorded) call/i;
/** Words that stand for a photo in a message that was sent. */
const PLACEHOLDER = /^MMS (Sent|Received)$/;
const OTHER = /(^|\/)Voice\//;

type Person = { name: string; number: string; isMe: boolean };
type Message = { at: string; sender: Person; text: string; files: string[] };
type Page = { title: string; participants: Person[]; messages: Message[]; isCall: boolean };

export const googleVoice: Format = {
  name: 'Google Voice',
  takes: 'the zip of a Takeout',
  groups: 'own',
  async recognises(bundle) {
    return (await pagesOf(bundle)).length > 0;
  },
  async *entries(bundle, reader) {
    const stems = new Map(bundle.paths.map((path) => [path.replace(/\.\w{1,5}$/, ''), path]));
    const shown = new Set<string>();
    const pages = await pagesOf(bundle);
    for (const path of pages) {
      shown.add(path);
      const find = (file: string): NoteFile => {
        const written = posix.join(posix.dirname(path), file);
        const found = bundle.has(written) ? written : stems.get(written);
        if (!found) return { unreadable: file, reason: 'it is not in the zip' };
        shown.add(found);
        return toBundleFile(bundle, found);
      };
      yield* toEntries(await readPage(bundle, path), find, reader);
    }
    for (const path of visiblePaths(bundle))
      if (OTHER.test(path) && !shown.has(path)) yield { unreadable: path, reason: 'it is no conversation' };
  },
};

async function pagesOf(bundle: Bundle): Promise<string[]> {
  const pages: string[] = [];
  for (const path of bundle.paths)
    if ((bundle.kind === 'file' || PAGE.test(path)) && SIGN.test(await bundle.start(path))) pages.push(path);
  return pages;
}

async function readPage(bundle: Bundle, path: string): Promise<Page> {
  const page: Page = { title: '', participants: [], messages: [], isCall: true };
  let message: Message | null = null;
  let person: Person = { name: '', number: '', isMe: false };
  let inside = '';
  for await (const { tag, closing, attributes, text } of tokensOf(bundle, bundle.texts(path))) {
    const { class: kind = '', href = '', title = '', src = '' } = attributes;
    if (tag === 'title') inside = closing ? '' : tag;
    else if (inside === 'title') page.title += text;
    else if (/\bhChatLog\b/.test(kind)) page.isCall = false;
    else if (tag === 'div' && !closing && /^(message|haudio)$/.test(kind)) {
      message = { at: '', sender: { name: '', number: '', isMe: false }, text: '', files: [] };
      page.messages.push(message);
    } else if (tag === 'abbr' && /^(dt|published)$/.test(kind) && message) message.at = title;
    else if (tag === 'a' && /\btel\b/.test(kind))
      person = { name: '', number: href.replace(/^tel:/, ''), isMe: false };
    else if (/^(abbr|span)$/.test(tag) && kind === 'fn') [inside, person.isMe] = ['fn', tag === 'abbr'];
    else if (tag === 'q' || kind === 'full-text') inside = closing ? '' : 'words';
    else if (inside === 'fn' && tag === '') person.name += text.trim();
    else if (inside === 'fn' && closing) {
      inside = '';
      if (person.number !== '' || person.isMe) {
        if (message) message.sender = person;
        else page.participants.push(person);
      }
    } else if (inside === 'words' && message) {
      if (tag === 'br') message.text += '\n';
      else if (tag === '') message.text += text;
      else if (tag === 'span' && closing) inside = '';
    } else if (!closing && message && /^(img|audio|video)$/.test(tag) && src) message.files.push(src);
    else if (!closing && message && tag === 'a' && /^(vcard|video)$/.test(kind) && href)
      message.files.push(href);
  }
  return page;
}

function* toEntries(page: Page, find: (file: string) => NoteFile, reader: Reader): Generator<Entry> {
  const group = groupOf(page, reader);
  if (page.isCall && CALL.test(page.title.trim()) && !page.messages.some(({ files }) => files.length > 0))
    return yield { leftOut: 'calls without words' };
  for (const { at: written, sender, text: words, files } of page.messages) {
    const at = timeOrNull(written);
    if (at === null) {
      yield { unreadable: `a message of ${group.name}`, reason: 'its time cannot be read' };
      continue;
    }
    const text = words.trim();
    const id = JSON.stringify([at, sender.isMe ? '' : sender.number, text]);
    const name = sender.isMe ? null : sender.name || sender.number || group.name;
    yield {
      note: toChatNote({
        group,
        sender: name,
        at,
        text: files.length > 0 && PLACEHOLDER.test(text) ? '' : text,
        files: files.map(find),
        id,
      }),
    };
  }
}

/** The number of a chat with oneself is one's own. */
function groupOf({ title, participants, messages }: Page, { phone }: Reader): Group {
  const senders = messages.map(({ sender }) => sender);
  const others = [...participants, ...senders].filter(({ isMe, number }) => !isMe && number !== '');
  const mine = new Set(senders.filter(({ isMe }) => isMe).map(({ number }) => number));
  if (participants.length > 1) {
    const names = [...new Set(participants.map(({ name, number }) => name || number))];
    return {
      id: participants
        .map(({ number }) => number)
        .sort()
        .join('~'),
      name: names.join(', '),
    };
  }
  const name =
    title.trim().replace(NO_NAME, '').replace(/\s+/g, ' ') ||
    others[0]?.name ||
    others[0]?.number ||
    'Unknown';
  const isOwn = (number: string) => mine.has(number) || (phone !== null && isSameNumber(number, phone));
  const own =
    /^me$/i.test(name) || isOwn(name) || (others.length > 0 && others.every(({ number }) => isOwn(number)));
  return own ? { id: 'me', name: `${name} (me)`, own } : { id: name, name };
}
