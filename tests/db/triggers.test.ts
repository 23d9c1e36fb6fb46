import { expect, test } from 'bun:test';
import { migrate } from '../../db/migrate';
import { open } from '../../db/open';
import { withMadeUp } from '../support/made-up-migration';

test('db/triggers.sql shows the triggers of a migrated database', async () => {
  const file = await Bun.file(new URL('../../db/triggers.sql', import.meta.url)).text();
  const shown = [...file.matchAll(/^create trigger [^;]*?\bbegin\b.*?^end(?=;)/gms)].map(([sql]) => sql);
  const sqlite = open(':memory:').$client;
  const triggers = () =>
    sqlite
      .query<{ sql: string }, []>("select sql from sqlite_schema where type = 'trigger'")
      .all()
      .map(({ sql }) => sql.replace(/^CREATE TRIGGER/, 'create trigger'));
  expect(triggers()).toEqual(shown);
  sqlite.run('drop trigger board_placed');
  sqlite.run('create trigger old after insert on users begin select 1; end');
  using _ = withMadeUp();
  migrate(sqlite);
  expect(triggers()).toEqual(shown);
});
