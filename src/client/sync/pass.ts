import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { VisibleError } from '../../app/errors';
import { foldName } from '../../archive/file-names';
import { countOf } from '../../contract/counts';
import type { Message } from '../../contract/messages';
import { TaglineError } from '../runtime';
import { add, resumePosting } from './adding';
import { type FoundFile, readBytes, scan, statOf } from './folder';
import { Busy, filesOf, isOtherFile, isSettled, parse, sameSet } from './looking';
import { formatDraft, type NoteFile } from './note-file';
import { hashOfNote, hashOfSent, hasState, type Kept, writeState } from './state';
import type { Sync } from './sync';
import { dropHere, edit, removeThere, rewrite, take } from './writing';

/** Thrown while the folder is not there, such as a disk that is not plugged in. */
export class FolderGone extends Error {}

/** Carries what has changed on either side to the other. Returns whether anything had to be done. */
export async function pass(sync: Sync): Promise<boolean> {
  requireFolder(sync);
  try {
    return await carryOver(sync);
  } catch (error) {
    requireFolder(sync); // it may have gone meanwhile
    throw error;
  }
}

function requireFolder({ folder }: Sync): void {
  if (!hasState(folder)) throw new FolderGone(`${folder} is gone, so nothing is done until it is back.`);
}

async function carryOver(sync: Sync): Promise<boolean> {
  const { state, folder } = sync;
  sync.changed = 0;
  await resumePosting(sync);
  await fetchNotes(sync);
  sync.scanned = scan(folder, sync.scanned);
  sync.names = new Set(readdirSync(folder).map(foldName));
  const { byId, loose } = match(sync);
  holdWhatIsGone(sync, byId);
  const known = Object.keys(state.notes).map(Number); // without those that this pass adds
  for (const file of loose) await orRefused(sync, file, () => add(sync, file));
  for (const id of known) {
    const file = byId.get(id);
    await orRefused(sync, file, () => compare(sync, id, file, sync.notes.get(id)));
  }
  for (const note of sync.notes.values()) if (!state.notes[note.id]) await take(sync, note);
  writeState(folder, state);
  return sync.changed > 0;
}

async function fetchNotes(sync: Sync): Promise<void> {
  const { client, board, etag } = sync;
  try {
    const headers = etag ? { 'if-none-match': etag } : undefined;
    const response = await client.open('GET /api/messages/tag/{tag}', { tag: board }, { headers });
    const notes = (await response.json()) as Message[];
    sync.notes = new Map(notes.toReversed().map((note) => [note.id, note]));
    sync.etag = response.headers.get('etag');
  } catch (error) {
    if (!(error instanceof TaglineError) || ![304, 404].includes(error.status)) throw error;
    if (error.status === 304) return;
    // a private board goes with its last note
    sync.notes = new Map();
    sync.etag = null;
  }
}

/** Finds the notes of the files: by their names, after a renaming by the ids in them or by the same text. */
function match(sync: Sync): { byId: Map<number, FoundFile>; loose: FoundFile[] } {
  const { state, notes } = sync;
  const byId = new Map<number, FoundFile>();
  const byName = new Map(Object.entries(state.notes).map(([id, { file }]) => [file, Number(id)]));
  const byText = new Map(Object.entries(state.notes).map(([id, { text }]) => [text, Number(id)]));
  const others: { file: FoundFile; id: number | null }[] = [];
  for (const file of sync.scanned.values()) {
    const id = byName.get(file.name);
    if (id !== undefined && state.notes[id]?.text === file.text) byId.set(id, file);
    else {
      const named = idIn(sync, file);
      if (id !== undefined && (named === null || named === id)) byId.set(id, file);
      else others.push({ file, id: named ?? byText.get(file.text) ?? null });
    }
  }
  const loose: FoundFile[] = [];
  for (const { file, id } of others) {
    const note = id === null ? undefined : notes.get(id);
    const kept = id === null ? undefined : state.notes[id];
    if (id === null || byId.has(id) || (!kept && !note)) loose.push(file);
    else {
      byId.set(id, file);
      // without a state, nothing is known of what was the same before
      if (kept) kept.file = file.name;
      else state.notes[id] = { file: file.name, text: '', note: '', files: filesOf(sync, file, note) };
    }
  }
  return { byId, loose };
}

function idIn(sync: Sync, file: FoundFile): number | null {
  try {
    return parse(sync, file).id;
  } catch {
    return null; // what is wrong with the file is said when it is sent
  }
}

/** Many deletions at once are rather a disk that is missing, or a mistake, than what somebody wants. */
function holdWhatIsGone(sync: Sync, byId: Map<number, FoundFile>): void {
  const { state, notes } = sync;
  const ids = Object.keys(state.notes).map(Number);
  const isHere = (id: number) => byId.has(id);
  const isThere = (id: number) => notes.has(id);
  state.held = state.held.filter((id) => state.notes[id] && isHere(id) !== isThere(id));
  if (sync.decided) return;
  const open = ids.filter((id) => !state.held.includes(id));
  for (const [gone, where] of [
    [open.filter((id) => !isHere(id) && isThere(id)), 'in the folder'],
    [open.filter((id) => isHere(id) && !isThere(id)), `on #${sync.board}`],
  ] as const) {
    if (gone.length * 2 <= open.length) continue;
    state.held.push(...gone);
    sync.say(
      `${countOf(gone.length, 'note')} of ${open.length} are gone ${where}, so nothing is deleted. To delete them, run this once with --delete; to have them back, with --restore.`,
    );
  }
}

async function compare(sync: Sync, id: number, file: FoundFile | undefined, note: Message | undefined) {
  const { state } = sync;
  const kept = state.notes[id]!;
  // an edit that was sent before an interruption is no change there
  if (note && kept.sending?.note === hashOfSent(note) && hashOfNote(note) !== kept.note)
    Object.assign(kept, { text: kept.sending.text, note: hashOfNote(note) });
  delete kept.sending;
  if (file && note) return compareBoth(sync, kept, file, note);
  if (!file && !note) return dropHere(sync, id);
  const isHeld = state.held.includes(id);
  if (isHeld && !sync.decided) return;
  const comesBack = isHeld && sync.decided === 'restore';
  if (note) {
    if (!isGoneForGood(sync, id)) return;
    if (hashOfNote(note) !== kept.note)
      sync.say(`${kept.file} was deleted here and changed there: it is back.`);
    else if (!comesBack) return removeThere(sync, note);
    return take(sync, note);
  }
  if (!file || !isSettled(sync, file)) return;
  if (file.text === kept.text && !comesBack) return dropHere(sync, id);
  delete state.notes[id];
  sync.say(`${kept.file} was deleted on #${sync.board}, and is kept as a new note.`);
  return add(sync, file);
}

async function compareBoth(sync: Sync, kept: Kept, file: FoundFile, note: Message) {
  sync.missing.delete(note.id);
  if (file.size === 0) return; // an editor or a full disk has not finished
  if (kept.bare && file.text === kept.text) rewrite(sync, note, file.text);
  const isChangedHere = file.text !== kept.text || kept.files.some((own) => isOtherFile(sync, own));
  const isChangedThere = hashOfNote(note) !== kept.note;
  if (isChangedHere && !isSettled(sync, file)) return;
  if (!isChangedHere && !isChangedThere)
    return kept.files.some(({ name }) => !statOf(join(sync.folder, name)))
      ? take(sync, note, file)
      : undefined;
  if (!isChangedHere) return take(sync, note, file);
  const written = parse(sync, file);
  if (isSame(sync, written, note, kept)) {
    Object.assign(kept, { text: file.text, note: hashOfNote(note) });
    return written.id === note.id ? undefined : take(sync, note, file);
  }
  if (note.senderId !== sync.own) {
    const copy = `.tagline/mine/${nameOfCopy(file, 'mine')}`;
    sync.write(copy, readBytes(sync.folder, file.name)!);
    sync.say(`${file.name} is a note of ${note.senderDisplayName}. Your version is in ${copy}.`);
    return take(sync, note, file);
  }
  if (!isChangedThere) return edit(sync, note, file, written);
  const copy = nameOfCopy(file, 'conflict');
  // a first try that was interrupted has made it, and it may have gone on since
  if (!statOf(join(sync.folder, copy))) sync.write(copy, formatDraft(written));
  sync.say(`${file.name} was changed here and on #${sync.board}. Both are kept, yours as ${copy}.`);
  return take(sync, note, file, written.files ?? []);
}

/** The same for the same text. */
const nameOfCopy = ({ name, text }: FoundFile, what: string) =>
  name.replace(/\.md$/i, ` (${what} ${text.slice(0, 6)}).md`);

function isSame({ folder }: Sync, { content, tags, files }: NoteFile, note: Message, kept: Kept): boolean {
  const names = kept.files.map(({ name }) => name);
  return (
    content === note.content &&
    (!tags || sameSet(tags, note.tags)) &&
    (!files || files.join('\n') === names.join('\n')) &&
    names.length === note.media.length &&
    !kept.files.some((own) => isOtherFile({ folder }, own))
  );
}

function isGoneForGood({ settleMs, missing }: Sync, id: number): boolean {
  const since = missing.get(id) ?? Date.now();
  missing.set(id, since);
  return Date.now() - since >= settleMs;
}

const LATER = [0, 401, 429];

/** What the server refuses about one file holds up no other. */
async function orRefused(
  sync: Sync,
  file: FoundFile | undefined,
  act: () => Promise<void> | void,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Busy) return;
    const isOurs = error instanceof VisibleError;
    if (!isOurs && !(error instanceof TaglineError)) throw error;
    if (!isOurs && (LATER.includes(error.status) || error.status >= 500)) throw error;
    const sentence = `${file?.name ?? 'A note'} is left as it is: ${error.message}`;
    const key = `${sentence} ${file?.text}`;
    if (!sync.told.has(key)) sync.say(sentence);
    sync.told.add(key);
  }
}
