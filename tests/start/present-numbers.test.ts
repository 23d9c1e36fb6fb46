import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { migrate, migrations } from '../../db/migrate';
import { readConfig } from '../../src/app/config/config';
import { checkTexts } from '../../src/operators/health/texts';
import { listOldNumbers, requireUserByPhone } from '../../src/people/users';
import { createApp } from '../../src/start/create-app';
import { tempFolder } from '../support/folder';
import { textIn } from '../support/texts';

const [ANA, BIA, EVA] = [
  { old: '+541123456789', present: '+5491123456789' },
  { old: '+551187654321', present: '+5511987654321' },
  { old: '+5215512345678', present: '+525512345678' },
];

function upgraded(data: { path: string; file(name: string): string }, rows: string[]) {
  using sqlite = new Database(data.file('tagline.db'), { create: true, strict: true });
  const before = migrations().findIndex(({ name }) => name.includes('present_numbers'));
  migrate(sqlite, migrations().slice(0, before));
  for (const row of rows) sqlite.run(row);
  return createApp(readConfig({ DATA_DIR: data.path, PORT: '0', LOG_LEVEL: 'silent' }));
}

const user = (phone: string) =>
  `insert into users (phone, invite_code, created_at) values ('${phone}', '${phone}', 1)`;
const text = (phone: string) =>
  `insert into inbound (sid, phone, kind, received_at) values ('SM ${phone}', '${phone}', 'message', 1)`;

test('old forms of numbers become present in accounts, texts and STOPs', () => {
  using data = tempFolder();
  const app = upgraded(data, [
    ...[ANA.old, BIA.old, EVA.old, '+551123456789'].flatMap((phone) => [user(phone), text(phone)]),
    `insert into phones (phone, stopped_at) values ('${BIA.old}', 7)`,
    `insert into phones (phone, welcomed_at) values ('${BIA.present}', 8)`,
    `insert into phones (phone, stopped_at) values ('${EVA.old}', 9)`,
  ]);
  const numbers = [ANA.present, BIA.present, EVA.present, '+551123456789'];
  for (const table of ['users', 'inbound'])
    expect(app.db.$client.query(`select phone from ${table}`).values().flat().sort()).toEqual(numbers.sort());
  expect(
    app.db.$client.query('select phone, stopped_at, welcomed_at from phones order by 1').values(),
  ).toEqual([
    [EVA.present, 9, null],
    [BIA.present, 7, 8],
  ]);
  textIn(app, { phone: ANA.old } as never, 'from my old form');
  expect(app.db.$client.query('select phone from users').all()).toHaveLength(4);
  expect(listOldNumbers(app)).toEqual([]);
  app.close();
});

test('two accounts of one number stay apart, and health says what to do', () => {
  using data = tempFolder();
  const app = upgraded(data, [user(ANA.old), user(ANA.present), text(ANA.old)]);
  expect(app.db.$client.query('select phone from users order by id').values().flat()).toEqual([
    ANA.old,
    ANA.present,
  ]);
  expect(app.db.$client.query('select phone from inbound').values().flat()).toEqual([ANA.old]);
  expect(requireUserByPhone(app, ANA.old).id).toBe(1);
  expect(requireUserByPhone(app, '+54 9 11 2345 6789').id).toBe(2);
  const finding = checkTexts(app).find(({ name }) => name === 'Two accounts');
  expect(JSON.stringify(finding)).toContain(`tagline export --of ${ANA.old}`);
  app.close();
});
