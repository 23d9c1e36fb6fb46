import type { DigestWords } from '../../contract/digests';
import type { CommandKind } from '../../contract/texting-forms';

type Details = {
  /** `isGuess`: it may be a note, so it is one if the words do not lead to anything. */
  ask: { query: string; isGuess?: boolean };
  open: { number: number };
  /** `isMove`: it leaves its other boards. */
  tag: { add: string[]; remove: string[]; isMove?: boolean };
  /** `keepsBoards`: its hashtags are those of the former words. */
  edit: { words: string; keepsBoards?: boolean; messageId?: number };
  /** `ofReminder`: the note stays. */
  delete: { ofReminder?: boolean; messageId?: number };
  /** Null for a yes without them. */
  ok: { digits: string | null };
  reply: { words: string };
  /** `words` includes the time, except for `!`, after which `when` is the time. `isAbroad`: in another language. */
  remind: { form: 'remind' | 'remind me' | '!'; words: string; when: string | null; isAbroad?: boolean };
  snooze: { when: string; isGuess?: boolean };
  done: { all: boolean };
  /** A note unless the words are those of open items; `isOff`: of items that were just ticked. */
  tick: { words: string; isOff?: boolean };
  /** `isNew`: also if there is no such board yet. */
  list: { tag: string; list: boolean; isNew?: boolean };
  digest: { words: string };
  evening: { asked: DigestWords; isGuess?: boolean };
  mute: { tag: string; muted: boolean; isGuess?: boolean };
  mail: { address: string | null; isOn: boolean };
  who: { tag: string; isGuess?: boolean };
  invite: { number: string; tag: string; isGuess?: boolean };
  /** `person`: a number, or its last digits, if another person is named. `isBare`: UNDO keeps it as a note. */
  name: { words: string; person: string | null; isBare?: boolean };
  leave: { tag: string };
  block: { tag: string | null };
  answers: { tag: string; posted: boolean };
  zone: { words: string; isGuess?: boolean };
};

export type Command<K extends CommandKind = CommandKind> = {
  [T in K]: { kind: T } & (T extends keyof Details ? Details[T] : unknown);
}[K];
