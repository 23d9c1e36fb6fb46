import type { Message } from '../../contract/messages';
import type { OwnCalls } from '../calls';
import type { Client } from '../runtime';
import { type FoundFile, writeWhole } from './folder';
import { readState, type State, writeState } from './state';

type Options = {
  client: Client<OwnCalls>;
  folder: string;
  /** The caller's tag of the board. */
  board: string;
  own: number;
  say: (line: string) => void;
  /** How long a file must be unchanged, in milliseconds. */
  settleMs: number;
  /** What is to be done with what was held. */
  decided?: 'delete' | 'restore' | undefined;
};

export type Sync = Options & {
  state: State;
  scanned: Map<string, FoundFile>;
  /** Of everything in the folder, folded. */
  names: Set<string>;
  notes: Map<number, Message>;
  etag: string | null;
  /** Since when files are missing. */
  missing: Map<number, number>;
  told: Set<string>;
  changed: number;
  write: (name: string, bytes: string | Uint8Array) => void;
};

export function openSync(options: Options): Sync {
  const { folder, board, client } = options;
  const state = readState(folder, { url: client.url, board });
  writeState(folder, state);
  return {
    ...options,
    state,
    scanned: new Map(),
    names: new Set(),
    notes: new Map(),
    etag: null,
    missing: new Map(),
    told: new Set(),
    changed: 0,
    write: (name, bytes) => writeWhole(folder, name, bytes),
  };
}
