import { Database } from 'bun:sqlite';

/** Kind of damage to a page: the page is all zeros, has random bytes, or has wrong bits near its end. */
export type Damage = 'zeros' | 'garbage' | 'turned bits';

type Page = { pageno: number; size: number };

export function pagesOf(sqlite: Database, table: string): Page[] {
  sqlite.run('pragma wal_checkpoint(truncate)');
  return sqlite
    .query<Page, [string]>(
      "select pageno, pgsize as size from dbstat where name = ? order by path <> '/', path",
    )
    .all(table);
}

/** Another process writes, because closing the file in this process would release the locks of SQLite. */
export function damagePage(file: string, { pageno, size }: Page, damage: Damage): void {
  const page = new Uint8Array(size);
  if (damage === 'garbage') crypto.getRandomValues(page.subarray(0, size));
  if (damage === 'turned bits') {
    page.set(readPage(file, pageno, size));
    for (let at = size - 300; at < size - 100; at++) page[at]! ^= 0x55;
  }
  const { exitCode } = Bun.spawnSync(
    ['dd', `of=${file}`, `bs=${size}`, `seek=${pageno - 1}`, 'count=1', 'iflag=fullblock', 'conv=notrunc'],
    { stdin: page, stderr: 'ignore' },
  );
  if (exitCode !== 0) throw new Error('dd could not write the page.');
}

function readPage(file: string, pageno: number, size: number): Uint8Array {
  const { stdout } = Bun.spawnSync(['dd', `if=${file}`, `bs=${size}`, `skip=${pageno - 1}`, 'count=1'], {
    stderr: 'ignore',
  });
  return stdout;
}

/**
 * Makes a database connection forget the pages that it has read, so that it reads them from the disk again.
 */
export const forgetPages = (sqlite: Database) => sqlite.run('pragma shrink_memory');

export function checkFile(file: string): string {
  using sqlite = new Database(file, { readonly: true });
  return Object.values(sqlite.query<Record<string, string>, []>('pragma integrity_check(1)').get()!)[0]!;
}
