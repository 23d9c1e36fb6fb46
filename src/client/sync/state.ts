import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { VisibleError } from '../../app/errors';
import type { Message } from '../../contract/messages';
import { hashOf, writeWhole } from './folder';

export const STATE_FOLDER = '.tagline';

/** A file beside the note, as it was when both sides were the same. */
export type KeptFile = { id: number; name: string; size: number; modified: number };

/** What file and note were when they were last the same, as hashes. */
export type Kept = {
  file: string;
  text: string;
  note: string;
  files: KeptFile[];
  /** The file does not have the id yet. */
  bare?: true;
  /** What was being sent: the hashes of the file, and of what the note becomes by it. */
  sending?: { text: string; note: string };
};

/** Stored before it is sent, so that it can be sent again as it was if the answer is lost. */
export type Posting = { file: string; text: string; files: string[]; input: NewNote };
export type NewNote = { content: string; tags: string[]; mediaIds: number[]; idempotencyKey: string };

export type State = {
  url: string;
  board: string;
  notes: Record<number, Kept>;
  /** Too many of them were gone at once, so nothing follows from it. */
  held: number[];
  posting: Posting | null;
};

export const hashOfNote = ({ content, tags, media }: Message): string =>
  hashOf(JSON.stringify([content, tags, media.map(({ id }) => id)]));

export const hashOfSent = ({ content, tags }: Pick<Message, 'content' | 'tags'>): string =>
  hashOf(JSON.stringify([content, [...new Set(tags)].sort()]));

const stateFile = (folder: string) => join(folder, STATE_FOLDER, 'state.json');

const journalFile = (folder: string) => join(folder, STATE_FOLDER, 'journal');

export const hasState = (folder: string): boolean => existsSync(stateFile(folder));

export function readState(folder: string, { url, board }: Pick<State, 'url' | 'board'>): State {
  mkdirSync(join(folder, STATE_FOLDER), { recursive: true });
  if (!hasState(folder)) return { url, board, notes: {}, held: [], posting: null };
  const state = parse(folder);
  if (state.url !== url || state.board !== board)
    throw new VisibleError(
      'BAD_REQUEST',
      `${folder} is the folder of #${state.board} at ${state.url}. Take another folder for #${board}.`,
    );
  return state;
}

function parse(folder: string): State {
  try {
    const state: State = JSON.parse(readFileSync(stateFile(folder), 'utf8'));
    for (const change of readJournal(folder)) apply(state, change);
    return state;
  } catch {
    throw new VisibleError(
      'BAD_REQUEST',
      `${stateFile(folder)} cannot be read. Delete it: the notes are then compared by their ids.`,
    );
  }
}

/** Of each note the last one counts. */
type Change = { id: number; kept: Kept | null } | { posting: Posting | null };

function apply(state: State, change: Change): void {
  if ('posting' in change) state.posting = change.posting;
  else if (change.kept) state.notes[change.id] = change.kept;
  else delete state.notes[change.id];
}

function readJournal(folder: string): Change[] {
  if (!existsSync(journalFile(folder))) return [];
  const lines = readFileSync(journalFile(folder), 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line)); // an interrupted line has no end
}

/** Cheaper than writing the whole state, which may have thousands of notes. */
export function change(folder: string, state: State, change: Change): void {
  apply(state, change);
  appendFileSync(journalFile(folder), `${JSON.stringify(change)}\n`);
}

export function writeState(folder: string, state: State): void {
  writeWhole(folder, `${STATE_FOLDER}/state.json`, JSON.stringify(state));
  rmSync(journalFile(folder), { force: true });
}
