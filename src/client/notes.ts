import { stripVTControlCharacters } from 'node:util';
import type { Message } from '../contract/messages';

/** Notes are words of other people, which must not move the cursor or turn their order around. */
export const plain = (text: string): string =>
  stripVTControlCharacters(text.replace(/\r\n?/g, '\n')).replace(
    /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu,
    '',
  );

export function toLines(message: Message, { url, colour }: { url: string; colour: boolean }): string {
  const { id, timestamp, senderDisplayName, tags, content, media, remindAt } = message;
  const head = [
    `#${id}`,
    localTime(timestamp),
    oneLine(senderDisplayName),
    tags.map((tag) => `#${tag}`).join(' '),
    ...(remindAt ? [`reminder ${localTime(remindAt)}`] : []),
  ].join('  ');
  const files = media.map((file) => `[${oneLine(file.name ?? file.type)}] ${url}${file.url}`);
  const body = [...plain(content).trim().split('\n'), ...files].filter((line, at) => line || at > 0);
  return [colour ? `\x1b[2m${head}\x1b[22m` : head, ...body.map((line) => `  ${line}`.trimEnd())].join('\n');
}

const oneLine = (text: string) => plain(text).replace(/\s+/g, ' ');

export const localTime = (time: string): string =>
  new Date(time).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** https://no-color.org */
export const hasColour = (env: Record<string, string | undefined>): boolean =>
  process.stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
