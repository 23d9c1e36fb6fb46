import { VisibleError } from '../app/errors';
import { countOf } from '../contract/counts';
import { slug } from '../contract/hashtags';
import { PAGE_MAX } from '../contract/limits';
import type { Message } from '../contract/messages';
import type { Invocation, Outcome } from '../start/command-line';
import { type Place, signedIn } from './login';
import { hasColour, toLines } from './notes';

type Given = Pick<Invocation, 'operands' | 'options'>;

export async function ask(place: Place, { operands, options }: Given): Promise<Outcome> {
  const client = signedIn(place);
  const q = operands.join(' ').trim();
  if (!q) throw new VisibleError('BAD_REQUEST', 'What should be found?');
  const board = options.board === undefined ? undefined : tagOf(options.board);
  const messages = await client.call('GET /api/messages/search', { q, board, limit: limitOf(options) });
  return toOutcome(place, client.url, messages, `Nothing was found for "${q}".`);
}

export async function list(place: Place, { operands: [board], options }: Given): Promise<Outcome> {
  const client = signedIn(place);
  if (board === undefined) return listBoards(place, options.names !== undefined);
  const tag = tagOf(board);
  const messages = await client.call('GET /api/messages/tag/{tag}', { tag, limit: limitOf(options) });
  return toOutcome(place, client.url, messages, `There is nothing on #${tag}.`);
}

async function listBoards(place: Place, namesOnly: boolean): Promise<Outcome> {
  const client = signedIn(place);
  const [shared, own] = await Promise.all([
    client.call('GET /api/shared-boards-with-counts'),
    client.call('GET /api/tags-with-counts'),
  ]);
  const boards = [
    ...own.map(({ tag, ...card }) => ({ name: tag, shared: false, ...card })),
    ...shared.map((card) => ({ ...card, shared: true })),
  ].map(({ name, shared, count, unread, lastActivity }) => ({ name, shared, count, unread, lastActivity }));
  boards.sort((one, other) => other.lastActivity.localeCompare(one.lastActivity));
  const say = namesOnly
    ? boards.map(({ name }) => name)
    : boards.map(
        ({ name, shared, count, unread }) =>
          `#${name}  ${countOf(count, 'note')}${unread ? `, ${unread} new` : ''}${shared ? ', shared' : ''}`,
      );
  const none = namesOnly ? '' : 'There are no boards yet. Send a note with a hashtag.';
  return { say: say.join('\n') || none, data: { boards } };
}

const toOutcome = ({ env }: Place, url: string, messages: Message[], none: string): Outcome => ({
  say: messages.map((message) => toLines(message, { url, colour: hasColour(env) })).join('\n\n') || none,
  data: { messages },
});

export function tagOf(board: string): string {
  const tag = slug(board);
  if (!tag) throw new VisibleError('BAD_REQUEST', `"${board}" is not a name of a board.`);
  return tag;
}

const USUAL_LIMIT = 20;

function limitOf({ limit = String(USUAL_LIMIT) }: Given['options']): number {
  const number = Number(limit);
  if (!Number.isInteger(number) || number < 1 || number > PAGE_MAX)
    throw new VisibleError('BAD_REQUEST', `--limit must be a number from 1 to ${PAGE_MAX}.`);
  return number;
}
