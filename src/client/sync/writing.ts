import { join } from 'node:path';
import { foldName, freeName, legalName, splitName } from '../../archive/file-names';
import { titleOf } from '../../archive/titles';
import type { Message } from '../../contract/messages';
import { TaglineError } from '../runtime';
import { type FoundFile, hashOf, readBytes, setAside, statOf } from './folder';
import { isOtherFile, sameSet } from './looking';
import { formatNote, type NoteFile, parseNote } from './note-file';
import { change, hashOfNote, hashOfSent, type Kept } from './state';
import type { Sync } from './sync';

/** Writes a note and its files as they are on the board. `keep` names files that another note here needs. */
export async function take(sync: Sync, note: Message, file?: FoundFile, keep: string[] = []): Promise<void> {
  const { state, folder } = sync;
  const before = state.notes[note.id];
  const name = before?.file ?? freeName(stemOf(note), '.md', sync.names);
  sync.names.add(foldName(name));
  const files: Kept['files'] = [];
  for (const media of note.media) {
    const own = before?.files.find(({ id }) => id === media.id);
    if (own && statOf(join(folder, own.name)) && !isOtherFile(sync, own)) files.push(own);
    else files.push({ id: media.id, ...(await download(sync, media, name)) });
  }
  if (file && !isAsFound(sync, file)) return;
  const others = file ? parseNote(textOf(sync, file.name)).others : {};
  const text = formatNote(note, {
    files: files.map(({ name }) => name),
    others,
    own: note.senderId === sync.own,
  });
  sync.write(name, text);
  for (const { name } of before?.files ?? [])
    if (!files.some((own) => own.name === name) && !keep.includes(name)) setAside(folder, name);
  const kept = { file: name, text: hashOf(text), note: hashOfNote(note), files };
  change(folder, state, { id: note.id, kept });
  sync.missing.delete(note.id);
  sync.changed += 1;
}

const stemOf = ({ timestamp, content, media }: Message): string =>
  `${timestamp.slice(0, 10)} ${legalName(titleOf(content)) || (media.length > 0 ? 'Photo' : 'Note')}`;

async function download(
  sync: Sync,
  { id, name, type }: Message['media'][number],
  note: string,
): Promise<Omit<Kept['files'][number], 'id'>> {
  const { stem, ending } = splitName(name, type);
  const isNote = ending === '.md'; // which it would become
  const file = freeName(`${note.replace(/\.md$/i, '')}, ${stem}`, isNote ? '.markdown' : ending, sync.names);
  const response = await sync.client.open('GET /api/media/{id}', { id });
  sync.write(file, await response.bytes());
  sync.names.add(foldName(file));
  return { name: file, ...statOf(join(sync.folder, file))! };
}

export async function upload({ client, folder }: Sync, names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) {
    const file = Bun.file(join(folder, name));
    const files = [new File([await file.bytes()], name, { type: file.type })];
    const [media] = await client.call('POST /api/media', { files });
    if (media) ids.push(media.id);
  }
  return ids;
}

export async function edit(sync: Sync, note: Message, file: FoundFile, written: NoteFile): Promise<void> {
  const { client, folder, state } = sync;
  const kept = state.notes[note.id]!;
  const names = written.files ?? kept.files.map(({ name }) => name);
  const files: Kept['files'] = [];
  for (const name of names) {
    const known = kept.files.find((own) => own.name === name && !isOtherFile(sync, own));
    const [id] = known ? [known.id] : await upload(sync, [name]);
    const stat = statOf(join(folder, name));
    if (id !== undefined) files.push({ id, name, ...(stat ?? { size: 0, modified: 0 }) });
  }
  const mediaIds = files.map(({ id }) => id);
  const hasOtherFiles = mediaIds.join() !== note.media.map(({ id }) => id).join();
  const { id, content: read } = note;
  const { content, tags } = written;
  const sending = { text: file.text, note: hashOfSent({ content, tags: tags ?? note.tags }) };
  change(folder, state, { id, kept: { ...kept, sending } });
  const answer = await client.call('PATCH /api/messages/{id}', {
    id,
    read,
    content,
    ...(tags && !sameSet(tags, note.tags) && { tags }),
    ...(hasOtherFiles && { mediaIds }),
  });
  const sent = { file: kept.file, text: file.text, note: hashOfNote(answer), files };
  change(folder, state, { id, kept: sent });
  sync.notes.set(id, answer);
  sync.changed += 1;
  sync.say(`${file.name} is changed on #${sync.board}.`);
  rewrite(sync, answer, file.text);
}

/** The file may not say yet what the server has made of it, such as its id. */
export function rewrite(sync: Sync, note: Message, text: string): void {
  const kept = sync.state.notes[note.id]!;
  const bytes = readBytes(sync.folder, kept.file);
  if (!bytes || hashOf(bytes) !== text) return; // it was changed meanwhile, which the next pass sees
  const { others } = parseNote(textOf(sync, kept.file));
  const written = formatNote(note, { files: kept.files.map(({ name }) => name), others, own: true });
  if (hashOf(written) !== text) sync.write(kept.file, written);
  const { bare: _, ...named } = kept;
  change(sync.folder, sync.state, { id: note.id, kept: { ...named, text: hashOf(written) } });
}

/** A note that is on other boards, too, only leaves this one. */
export async function removeThere(sync: Sync, note: Message): Promise<void> {
  const { client, board, state } = sync;
  const { id } = note;
  const { file } = state.notes[id]!;
  if (note.senderId !== sync.own) {
    sync.say(`${file} is a note of ${note.senderDisplayName}, which you cannot delete: it is back.`);
    return take(sync, note);
  }
  const tags = note.tags.filter((tag) => tag !== board);
  if (tags.length > 0) await client.call('PATCH /api/messages/{id}', { id, tags });
  else await client.call('DELETE /api/messages/{id}', { id }).catch(unlessGone);
  const boards = tags.map((tag) => `#${tag}`).join(', ');
  sync.say(
    tags.length > 0
      ? `${file} is no longer on #${board}, and stays on ${boards}.`
      : `${file} is deleted on #${board}. Put it back within ten minutes to have it back.`,
  );
  dropHere(sync, id);
}

function unlessGone(error: unknown): void {
  if (!(error instanceof TaglineError && error.status === 404)) throw error;
}

export function dropHere(sync: Sync, id: number): void {
  const { state, folder, notes } = sync;
  const kept = state.notes[id]!;
  for (const name of [kept.file, ...kept.files.map(({ name }) => name)]) setAside(folder, name);
  change(folder, state, { id, kept: null });
  notes.delete(id);
  sync.missing.delete(id);
  sync.changed += 1;
}

const isAsFound = ({ folder }: Sync, { name, text }: FoundFile): boolean => {
  const bytes = readBytes(folder, name);
  return bytes !== null && hashOf(bytes) === text;
};

const textOf = ({ folder }: Sync, name: string): string =>
  new TextDecoder().decode(readBytes(folder, name) ?? undefined);
