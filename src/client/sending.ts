import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { VisibleError } from '../app/errors';
import { untagged, withoutHashtags } from '../contract/hashtags';
import { CONTENT_MAX, length, MEDIA_BYTES_MAX, MEDIA_MAX } from '../contract/limits';
import type { Message } from '../contract/messages';
import type { Invocation, Outcome } from '../start/command-line';
import { type Place, signedIn } from './login';
import { localTime } from './notes';
import { readStdin } from './reading-stdin';

const refuse = (sentence: string) => new VisibleError('BAD_REQUEST', sentence);

type Given = Pick<Invocation, 'operands'>;

export async function send(place: Place, { operands: [words = '', ...paths] }: Given): Promise<Outcome> {
  const client = signedIn(place);
  const files = paths.map(openFile);
  if (files.length > MEDIA_MAX) throw refuse(`A note can have at most ${MEDIA_MAX} files.`);
  const isOpen = words === '-' || (withoutHashtags(words) === '' && files.length === 0);
  const tags = words === '-' ? '' : words;
  const note =
    isOpen && (words === '-' || !place.stdin.isTTY)
      ? await readPiped(place, tags)
      : { content: words, files };
  if (!note.content.trim() && note.files.length === 0)
    throw refuse('There is nothing to send: write some words.');
  const uploads = note.files.length > 0 ? await client.call('POST /api/media', { files: note.files }) : [];
  const message = await client.call('POST /api/messages', {
    content: note.content,
    mediaIds: uploads.map(({ id }) => id),
  });
  return { say: `${sentence(message, note.files.length)}`, data: message };
}

function sentence({ tags }: Message, files: number): string {
  const boards = tags.map((tag) => `#${tag}`).join(', ');
  return `Saved on ${boards}${files > 0 ? ` with ${files} ${files === 1 ? 'file' : 'files'}` : ''}.`;
}

function openFile(path: string): File {
  const stat = statSync(path);
  if (!stat.isFile()) throw refuse(`${path} is not a file.`);
  if (stat.size > MEDIA_BYTES_MAX) throw refuse(`${path} is too large: a file can have at most 16 MB.`);
  const file = Bun.file(path);
  return new File([file], basename(path), { type: file.type });
}

const BEGINNING_LINES = 5;
const BEGINNING_MAX = 500;

/** With tags beside it, what comes from the pipe names no further boards, as a log with `#0` would. */
async function readPiped(place: Place, tags: string): Promise<{ content: string; files: File[] }> {
  const bytes = await readStdin(place, MEDIA_BYTES_MAX);
  const text = stripVTControlCharacters(decode(bytes)).trim();
  if (!text) throw refuse('Nothing came from the pipe, so nothing was sent.');
  const body = tags ? untagged(text) : text;
  const content = [tags, body].filter(Boolean).join('\n');
  if (length(content) <= CONTENT_MAX) return { content, files: [] };
  const lines = body.split('\n').slice(0, BEGINNING_LINES).join('\n');
  const beginning = `${[...lines].slice(0, BEGINNING_MAX).join('')} ...`;
  return {
    content: [tags, beginning].filter(Boolean).join('\n'),
    files: [new File([text], 'stdin.txt', { type: 'text/plain' })],
  };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse("What came from the pipe is no text. Send it as a file: tagline send '#trip' photo.jpg");
  }
}

export async function remind(place: Place, { operands }: Given): Promise<Outcome> {
  const reminder = await signedIn(place).call('POST /api/reminders', { words: operands.join(' ') });
  const { remindAt, remindRule } = reminder;
  const first = remindAt ? localTime(remindAt) : 'soon';
  return {
    say: `Kept. You will be reminded ${remindRule ? 'again and again, first ' : ''}${first}.`,
    data: reminder,
  };
}
