import type { PrivateBoardCard, SharedBoardCard } from '../../src/contract/board-lists';
import { countOf } from '../../src/contract/counts';
import type { FirstSteps } from '../../src/contract/first-steps';
import type { Message, PolledPage } from '../../src/contract/messages';
import { namesOf } from '../../src/contract/people';
import { compareBoards } from '../boards/board-order';
import { columnCount } from '../messages/feed/column-count';
import { hueOf } from '../product/tint';
import css from './early-view.css?inline';

/**
 * The early view: the first cards of a screen, drawn before the app's code has arrived. The view has no
 * buttons and links, and screen readers do not read it. The app replaces it.
 */

/** Minimum heights of a board's card and of a message's card, in pixels, with the space below the card. */
const LOWEST = { board: 140, message: 88 };

const LAST_HASHTAGS = /(?:^|\s)#\S+(?:\s+#\S+)*\s*$/u;

type Profile = Parameters<typeof namesOf>[0];

/**
 * Draws the dashboard. Draws nothing if the person has no boards. If the person still has the checklist
 * "First steps", draws only an empty box in its place.
 */
export function drawBoards(
  profile: Profile,
  privateBoards: PrivateBoardCard[],
  sharedBoards: SharedBoardCard[],
  { dismissed, texted, photo, shared, found }: FirstSteps,
) {
  const hasSteps = !dismissed && !(texted && photo && shared && found);
  const { firstName } = namesOf(profile);
  const boards = [
    ...privateBoards.map((board) => ({
      ...board,
      name: board.tag,
      label: `#${board.tag}`,
      kind: 'Private Board',
    })),
    ...sharedBoards.map((board) => ({ ...board, label: board.name, kind: 'Shared Board' })),
  ].sort(compareBoards);
  if (boards.length === 0) return;
  const cards = boards.slice(0, countVisible(LOWEST.board, 4)).map(({ name, label, kind, count, latest }) => {
    const titles = element(
      'div',
      '',
      element('div', 'name', label),
      element('div', 'small', `${kind} · ${countOf(count, 'message')}`),
    );
    const card = element('div', 'card board', element('div', 'row', element('div', 'tile'), titles));
    if (latest?.photos.length) {
      card.dataset.photos = '';
      card.append(element('div', 'photo'));
    }
    card.append(element('div', 'text', latest ? withoutLastHashtags(latest.content) : ''));
    card.style.setProperty('--hue', String(hueOf(name)));
    return card;
  });
  show(
    firstName ? `Hi, ${firstName}` : 'Your Boards',
    'Your boards',
    hasSteps ? element('div', 'card steps') : '',
    element('div', 'tools'),
    element('div', 'grid', ...cards),
  );
}

/** Draws a list of messages: those of the board `tag`, or all messages if `tag` is undefined. */
export function drawMessages({ messages }: PolledPage, tag: string | undefined) {
  const columns = columnCount(innerWidth);
  const lists = Array.from({ length: columns }, () => element('div', 'column'));
  const visible = messages.slice(0, countVisible(LOWEST.message, columns));
  for (const [n, message] of visible.entries()) lists[n % columns]!.append(cardOf(message));
  const kind = location.pathname.startsWith('/tag/shared/') ? 'Shared Board' : 'Private Board';
  const [title, below] =
    tag === undefined ? ['All Texts', 'Everything you can see, newest first'] : [`#${tag}`, kind];
  show(title, below, element('div', 'columns', ...lists));
}

function cardOf({ content, media, senderDisplayName }: Message) {
  const [first] = media;
  const photo = element('div', 'photo');
  if (first?.width && first.height)
    photo.style.aspectRatio = String(Math.max(0.75, first.width / first.height));
  return element(
    'div',
    'card',
    first ? photo : '',
    element('div', 'whole', withoutLastHashtags(content) || content),
    element('div', 'small', senderDisplayName),
  );
}

/**
 * Returns how many cards of this minimum height fit into the window. Counts one column if the window is
 * narrow.
 */
const countVisible = (height: number, columns: number) =>
  Math.ceil(innerHeight / height) * (innerWidth <= 576 ? 1 : columns);

/** Returns a text without the hashtags at its end. The app draws these hashtags as chips, or not at all. */
const withoutLastHashtags = (text: string) => text.replace(LAST_HASHTAGS, '');

function element(tag: 'div' | 'h1' | 'p', className: string, ...content: (Node | string)[]): HTMLElement {
  const made = Object.assign(document.createElement(tag), { className, dir: 'auto' });
  made.append(...content);
  return made;
}

/**
 * Replaces the logo with the view, unless the app is already shown or could not be loaded. A closed shadow
 * root keeps the styles and texts of the view apart from those of the app.
 */
function show(title: string, below: string, ...content: (Node | string)[]) {
  const boot = document.querySelector('.boot:not(.failed)');
  // draws no view if the URL has a hash, because a hash leads to one message, which may be far down the page
  if (!boot || location.hash) return;
  const host = element('div', 'early');
  host.setAttribute('aria-hidden', 'true');
  const style = document.createElement('style');
  style.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')!.nonce;
  style.textContent = css;
  const head = element('div', 'head', element('h1', '', title), element('p', '', below));
  host
    .attachShadow({ mode: 'closed' })
    .append(style, element('div', 'bar'), element('div', 'main', head, ...content));
  boot.after(host);
  boot.classList.add('behind');
  performance.mark('early-view');
}
