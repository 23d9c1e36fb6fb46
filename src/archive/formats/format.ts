import type { ArchivedBoard, ArchivedPerson, ArchivedPhone } from '../accounts';
import type { Bundle, BundleFile } from '../bundle';
import type { ArchivedMessage } from '../messages';

/**
 * A kind of file that can be imported (docs/product.md: Import). A format only reads files: it stores nothing
 * and uses no network.
 */
export type Format = {
  /** Name of the format or of the program that writes it, such as `CSV` or `Google Keep`. */
  name: string;
  /** The files that a person can give, such as `JSON` or `the zip of a Takeout`. */
  takes: string;
  /**
   * Returns true if the bundle is in this format. Decides by contents, because people rename files. Reads
   * only the starts of files, or small files whole. Formats are asked one after another until one returns
   * true.
   */
  recognises(bundle: Bundle): boolean | Promise<boolean>;
  /**
   * Yields all entries of the bundle, in the order of the source. An import calls this function twice: to
   * check the entries, then to store them. Keeps only few entries in memory. For a part that cannot be read,
   * yields the reason and continues. Throws a VisibleError only if the rest of the bundle cannot be read.
   */
  entries(bundle: Bundle, reader: Reader): AsyncIterable<Entry>;
  /** People, phone numbers and shared boards. Only an export of Tagline has them. */
  accounts?(bundle: Bundle): Accounts;
  /** Groups that are imported unless the person chooses others. If missing, all groups are imported. */
  groups?: GroupChoice;
};

/**
 * Settings of the person who imports: the time zone for times that name no zone, and the person's phone
 * number. `groups` has the ids of the groups to import, or is null for all groups.
 */
export type Reader = { zone: string; phone: string | null; groups: string[] | null };

/** A note, a message that Tagline has exported, or a part of a bundle that cannot be read. */
export type Entry = { note: Note } | { message: ImportedMessage } | Unreadable;

/**
 * A part of a bundle that cannot be read. `unreadable` names the part, such as `Keep/Shopping.json` or
 * `row 3`.
 */
export type Unreadable = { unreadable: string; reason: string };

/**
 * A note of another program. A note that is too long for one message, or has too many files for one message,
 * becomes several messages.
 */
export type Note = {
  /**
   * Identifies the note in every export of the same source, so that no note is imported twice. If there is no
   * key, the time, the text and the tags identify the note.
   */
  key?: string;
  text: string;
  /** Milliseconds UTC. Null if the source names no time. The message then gets the time of the import. */
  createdAt: number | null;
  /**
   * Labels, folders and the like, as the source writes them. Unless `hashtags` is false, hashtags in the text
   * count, too.
   */
  tags: string[];
  /** False if a `#` in the text makes no tag, for example because the text is the title of a page. */
  hashtags?: boolean;
  files?: NoteFile[];
  /** Sender, if the source names one by phone number. */
  from?: string;
  /**
   * Group of the note: its conversation or its sender. Set only in formats where a person can choose among
   * groups.
   */
  group?: Group;
};

/** A file of a note, or the reason why it cannot be imported. */
export type NoteFile = ImportedFile | Unreadable;

/** A file that comes with a message. `read` is called only when the message is stored. */
export type ImportedFile = BundleFile & { alt?: string };

/** A message to import. It has `files` instead of `media`. */
export type ImportedMessage = Omit<ArchivedMessage, 'media'> & { files: ImportedFile[] };

/**
 * A group of notes, such as a conversation, that a person can choose to import. `own` is true for the notes
 * that people write to themselves.
 */
export type Group = { id: string; name: string; own?: boolean };

/**
 * Groups that are imported by default: `all` groups, or those marked as `own`. If the choice is `own` and the
 * bundle has no such group, the person must choose.
 */
export type GroupChoice = 'all' | 'own';

/**
 * Functions that yield the people, phone numbers and shared boards of an export. Each call starts again from
 * the beginning of the list.
 */
export type Accounts = {
  people: () => AsyncIterable<ArchivedPerson>;
  phones: () => AsyncIterable<ArchivedPhone>;
  boards: () => AsyncIterable<ArchivedBoard>;
};
