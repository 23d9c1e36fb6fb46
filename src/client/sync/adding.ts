import { join } from 'node:path';
import { VisibleError } from '../../app/errors';
import type { Message } from '../../contract/messages';
import { TaglineError } from '../runtime';
import { type FoundFile, statOf } from './folder';
import { filesOf, isSettled, parse } from './looking';
import type { NoteFile } from './note-file';
import { change, hashOfNote, type Posting } from './state';
import type { Sync } from './sync';
import { rewrite, upload } from './writing';

/** Makes a note of a file, unless there is one that nobody has a file of. */
export async function add(sync: Sync, file: FoundFile): Promise<void> {
  const { state, folder, board } = sync;
  if (!isSettled(sync, file)) return;
  const written = parse(sync, file);
  const { content, files } = written;
  if (!content.trim() && !files?.length) return; // somebody is about to write it
  const there = (await restored(sync, written)) ?? twinOf(sync, written);
  if (there) {
    sync.notes.set(there.id, there);
    state.notes[there.id] = {
      file: file.name,
      text: '',
      note: hashOfNote(there),
      files: filesOf(sync, file, there),
    };
    sync.changed += 1;
    return;
  }
  for (const name of files ?? [])
    if (!statOf(join(folder, name)))
      throw new VisibleError('NOT_FOUND', `There is no file ${name} beside it.`);
  const mediaIds = await upload(sync, files ?? []);
  const tags = [...new Set([board, ...(written.tags ?? [])])];
  const input = { content, tags, mediaIds, idempotencyKey: crypto.randomUUID() };
  const posting = { file: file.name, text: file.text, files: files ?? [], input };
  change(folder, state, { posting });
  await post(sync, posting);
}

/** Sends again what was being sent when the program ended: by its key it becomes one note. */
export async function resumePosting(sync: Sync): Promise<void> {
  if (sync.state.posting) await post(sync, sync.state.posting);
}

async function post(sync: Sync, { file, text, files, input }: Posting): Promise<void> {
  const { client, state, folder } = sync;
  let note: Message;
  try {
    note = await client.call('POST /api/messages', input);
  } catch (error) {
    // refused for good, so the next pass looks at the file again
    if (error instanceof TaglineError && error.status >= 400 && error.status < 500 && error.status !== 429)
      change(folder, state, { posting: null });
    throw error;
  }
  const kept = files.flatMap((name, position) => {
    const stat = statOf(join(folder, name));
    const id = input.mediaIds[position];
    return stat && id !== undefined ? [{ id, name, ...stat }] : [];
  });
  // the answer to a second try has what was changed there since
  const base = note.content === input.content ? hashOfNote(note) : '';
  const bare = { file, text, note: base, files: kept, bare: true as const };
  change(folder, state, { id: note.id, kept: bare });
  change(folder, state, { posting: null });
  sync.notes.set(note.id, note);
  sync.etag = null;
  sync.changed += 1;
  sync.say(`${file} is on #${sync.board}.`);
  rewrite(sync, note, text);
}

/** A file that is back within ten minutes of its deletion gets its note back. */
async function restored({ client, state, notes, board }: Sync, { id }: NoteFile): Promise<Message | null> {
  if (id === null || state.notes[id] || notes.has(id)) return null;
  try {
    const note = await client.call('POST /api/messages/{id}/restore', { id });
    return note.tags.includes(board) ? note : null;
  } catch (error) {
    if (error instanceof TaglineError && [403, 404, 409, 400].includes(error.status)) return null;
    throw error;
  }
}

/** Somebody may have begun with the same notes on both sides. */
const twinOf = ({ notes, state, own }: Sync, { content, files }: NoteFile): Message | undefined =>
  [...notes.values()].find(
    (note) =>
      !state.notes[note.id] &&
      note.senderId === own &&
      note.content === content &&
      note.media.length === (files?.length ?? 0),
  );
