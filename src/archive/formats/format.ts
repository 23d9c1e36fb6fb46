import type { Bundle, BundleFile } from '../bundle';
import type { ArchivedBoard, ArchivedMessage, ArchivedPerson, ArchivedPhone } from '../schemas';

/** A format only reads files: it stores nothing and uses no network. */
export type Format = {
  name: string;
  takes: string;
  // Decides by contents, because people rename files. Reads only the starts of files, or small files whole.
  recognises(bundle: Bundle): boolean | Promise<boolean>;
  // The files of many programs look like this: asked only if no other format recognises the files.
  general?: true;
  // An import calls this function twice: to check the entries, then to store them. Keeps only few entries in
  // memory. For a part that cannot be read, yields the reason and continues.
  entries(bundle: Bundle, reader: Reader): AsyncIterable<Entry>;
  accounts?(bundle: Bundle): Accounts;
  // `own`: only groups with this mark are imported by default. If there is none, the person must choose.
  groups?: 'own';
};

export type Reader = { zone: string; phone: string | null; groups: string[] | null };

export type Entry = { note: Note } | { message: ImportedMessage } | Unreadable | LeftOut | Remark;

/** `unreadable` names the part, such as `Keep/Shopping.json` or `row 3`. */
export type Unreadable = { unreadable: string; reason: string };

/** `leftOut` names parts that could be read but are not taken, such as `notes in the trash`. */
export type LeftOut = { leftOut: string; count?: number };

/** A sentence for the person, such as how an ambiguous date was read. */
export type Remark = { remark: string };

export type Note = {
  /** Identifies the note in every export of the same source, so that no note is imported twice. */
  key?: string;
  text: string;
  /** The message then gets the time of the import. */
  createdAt: number | null;
  tags: string[];
  /** False if a `#` in the text makes no tag, for example because the text is the title of a page. */
  hashtags?: boolean;
  files?: NoteFile[];
  from?: string;
  group?: Group;
};

export type NoteFile = ImportedFile | Unreadable;

/** `read` is called only when the message is stored. */
export type ImportedFile = BundleFile & { alt?: string };

export type ImportedMessage = Omit<ArchivedMessage, 'media'> & { files: ImportedFile[] };

/** `own` is true for the notes that people write to themselves. */
export type Group = { id: string; name: string; own?: boolean };

/** Each call starts again from the beginning of the list. */
export type Accounts = {
  people: () => AsyncIterable<ArchivedPerson>;
  phones: () => AsyncIterable<ArchivedPhone>;
  boards: () => AsyncIterable<ArchivedBoard>;
};
