import { Database } from 'bun:sqlite';
import { BUSY_TIMEOUT_MS } from '../../db/write-ahead-log';

declare const self: Worker;

export type MoveRequest = { database: string };

self.onmessage = ({ data: { id, database } }: MessageEvent<MoveRequest & { id: number }>) => {
  try {
    using db = new Database(database, { create: false, readwrite: true });
    db.run(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    db.run('pragma wal_checkpoint(passive)');
    self.postMessage({ id });
  } catch (error) {
    self.postMessage({ id, error: (error as Error).message });
  }
};
