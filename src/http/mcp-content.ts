import type { CallToolResult, Resource } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { App } from '../app/app';
import type { Context } from '../app/trpc';
import type { privateBoardCard, sharedBoardCard } from '../contract/board-lists';
import type { Message } from '../contract/messages';
import { shorten } from '../contract/text';
import { findFile, isPicture } from '../media/media';
import { findOrMakeWidth } from '../media/widths';
import { isList, type McpTool } from './mcp-tools';

type Ask = (name: string, input: object) => Promise<unknown>;

const BOARD = 'tagline://boards/';
const TITLE_MAX = 80;
const BOARD_MESSAGES = 100;
/** Pictures go to a model, which sees no more in a larger one. */
const PICTURE_WIDTH = 640;

export const BOARD_TEMPLATE = {
  uriTemplate: `${BOARD}{tag}`,
  name: 'board',
  description: `The newest ${BOARD_MESSAGES} messages of a board`,
  mimeType: 'application/json',
};

/** Structured content must be an object, so a list is `{ result: [...] }`. */
export async function contentOf(ctx: Context, tool: McpTool, result: unknown): Promise<CallToolResult> {
  if (tool.name === 'search')
    return asJson({ results: (result as Message[]).map((one) => toDocument(ctx.app, one)) });
  if (tool.name === 'fetch') return asJson(toDocument(ctx.app, result as Message));
  const answer = asJson(result, isList(tool.call) ? { result } : result);
  if (tool.name === 'read') answer.content.push(...(await picturesOf(ctx, result as Message)));
  return answer;
}

const asJson = (value: unknown, structured = value): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: structured as Record<string, unknown>,
});

/** In the form that ChatGPT wants of `search` and `fetch`, whose ids are strings. */
function toDocument({ publicUrl }: App, { id, content, tags, timestamp, senderDisplayName, media }: Message) {
  const words = media.flatMap(({ alt, words }) => [alt, words]).filter(Boolean);
  const text = [content, ...words].filter(Boolean).join('\n');
  return {
    id: String(id),
    title: shorten(text.split('\n')[0]!.trim(), TITLE_MAX) || `Message ${id}`,
    text,
    url: `${publicUrl}/thread/${id}`,
    metadata: { boards: tags.join(' '), sender: senderDisplayName, timestamp, files: String(media.length) },
  };
}

async function picturesOf({ app, user }: Context, { media }: Message): Promise<CallToolResult['content']> {
  const pictures: CallToolResult['content'] = [];
  for (const { id, type } of media) {
    if (!isPicture(type)) continue;
    const path = await findOrMakeWidth(app, findFile(app, user!, id).file, PICTURE_WIDTH, 'jpeg');
    if (path)
      pictures.push({
        type: 'image',
        mimeType: 'image/jpeg',
        data: (await Bun.file(path).bytes()).toBase64(),
      });
  }
  return pictures;
}

export async function listBoards(ask: Ask): Promise<Resource[]> {
  const own = (await ask('boards.tagsWithCounts', {})) as z.infer<typeof privateBoardCard>[];
  const shared = (await ask('boards.sharedWithCounts', {})) as z.infer<typeof sharedBoardCard>[];
  return [
    ...own.map(({ tag, count }) => toResource(tag, `Private board with ${count} messages`)),
    ...shared.map(({ name, members }) => toResource(name, `Shared board of ${members} people`)),
  ];
}

const toResource = (tag: string, description: string): Resource => ({
  uri: BOARD + encodeURIComponent(tag),
  name: `#${tag}`,
  description,
  mimeType: 'application/json',
});

export function tagIn(uri: string): string | null {
  try {
    return uri.startsWith(BOARD) ? decodeURIComponent(uri.slice(BOARD.length)) : null;
  } catch {
    return null;
  }
}

export async function readBoard(app: App, ask: Ask, uri: string, tag: string) {
  const messages = (await ask('messages.byTag', { tag, limit: BOARD_MESSAGES })) as Message[];
  const text = JSON.stringify(messages.map((message) => toDocument(app, message)));
  return { contents: [{ uri, mimeType: 'application/json', text }] };
}
