import { createHash } from 'node:crypto';
import type { Group, Note, NoteFile } from './format';

export type ChatMessage = {
  group: Group;
  /** Null for the person who imports the chat. */
  sender: string | null;
  at: number;
  text: string;
  files: NoteFile[];
  id?: string;
};

/** The name of a sender stands before the words, except in the notes that people write to themselves. */
export function toChatNote({ group, sender, at, text, files, id }: ChatMessage): Note {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return {
    // without the group, because the name of its file may change
    key: id ?? JSON.stringify([at, sender, digest]),
    text: sender !== null && !group.own && text !== '' ? `${sender}: ${text}` : text,
    createdAt: at,
    tags: [],
    files,
    group,
  };
}

/** A phone receives a text that it has sent to itself, so that it is in the chat twice. */
const ECHO_MS = 5 * 60_000;

export function echoFilter(): (message: ChatMessage) => boolean {
  let sent = { text: '', at: 0 };
  return ({ group, sender, text, at }) => {
    if (group.own && sender !== null && sent.text === text && Math.abs(at - sent.at) < ECHO_MS) return true;
    if (sender === null) sent = { text, at };
    return false;
  };
}
