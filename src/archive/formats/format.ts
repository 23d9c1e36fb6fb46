import type { ArchivedBoard, ArchivedPerson, ArchivedPhone } from '../accounts';
import type { Bundle, BundleFile } from '../bundle';
import type { ArchivedMessage } from '../messages';

/**
 * A kind of file that can be imported (docs/product.md: Import). A format only reads: it stores nothing and
 * asks nothing of the network.
 */
export type Format = {
  /** Name of the program that writes such files, such as `Google Keep`. */
  name: string;
  /** The kinds of files that a person can give, such as `CSV` or `the zip of a Takeout`. */
  takes: string;
  /**
   * Returns true if the bundle is in this format. Decides by contents, because people rename files. Reads only
   * the starts of files, or small files whole. Formats are asked in the order of FORMATS.
   */
  recognises(bundle: Bundle): boolean | Promise<boolean>;
  /**
   * Yields everything that the bundle has, in the order of the source. It is called twice: before anything is
   * stored, and while it is stored. Keeps no more than one entry in memory. What cannot be read is yielded
   * with the reason, and the rest goes on. Throws a VisibleError (see `refusal`) only if no more can be read.
   */
  entries(bundle: Bundle, reader: Reader): AsyncIterable<Entry>;
  /** People, phone numbers and shared boards. Only an export of Tagline has them. */
  accounts?(bundle: Bundle): Accounts;
  /** Groups that are imported unless the person chooses others. By default all. */
  groups?: GroupChoice;
};

/**
 * The person whose messages the notes become: their time zone, for times without one, and their number. `groups`
 * are the ids of the groups to import, or null for all.
 */
export type Reader = { zone: string; phone: string | null; groups: string[] | null };

/** One entry of a bundle: a note, a message that Tagline has exported, or the reason why there is neither. */
export type Entry = { note: Note } | { message: ImportedMessage } | Unreadable;

/** `what` names a part of a bundle, such as `Keep/Shopping.json` or `row 3`. */
export type Unreadable = { unreadable: string; reason: string };

/** A note of another program. It may be longer, and have more files, than a message can (see `toMessages`). */
export type Note = {
  /**
   * Identifies the note in every export of the same source, so that no note is imported twice. Without a key,
   * the time, the text and the tags identify it.
   */
  key?: string;
  text: string;
  /** Milliseconds UTC. Null if the source names no time: then the time of the import counts. */
  createdAt: number | null;
  /** Labels, folders and the like, as the source writes them. Hashtags in the text count by themselves. */
  tags: string[];
  /** False if a `#` in the text makes no tag, as in the title of a page. */
  hashtags?: boolean;
  files?: NoteFile[];
  /** Sender, if the source names one by phone number. */
  from?: string;
  /** The conversation or the sender, if people choose among several. */
  group?: Group;
};

/** A file of a note, or the reason why it cannot be imported. */
export type NoteFile = ImportedFile | Unreadable;

/** A file that comes with a message. `read` is called only when the message is stored. */
export type ImportedFile = BundleFile & { alt?: string };

/** A message to import. It has its files in the place of `media`. */
export type ImportedMessage = Omit<ArchivedMessage, 'media'> & { files: ImportedFile[] };

/** A part of an import that a person can choose. `own` marks the notes that people write to themselves. */
export type Group = { id: string; name: string; own?: boolean };

/**
 * `all` groups are imported by default; or those that are marked as `own`, and then the person must choose if
 * there are others only.
 */
export type GroupChoice = 'all' | 'own';

/** Each call of a function yields all entries of a kind again from the first. */
export type Accounts = {
  people: () => AsyncIterable<ArchivedPerson>;
  phones: () => AsyncIterable<ArchivedPhone>;
  boards: () => AsyncIterable<ArchivedBoard>;
};
