import { expect } from 'bun:test';
import { checkTexts } from '../../src/operators/health/texts';
import { listOldNumbers, requireUserByPhone } from '../../src/people/users';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { textIn } from '../support/texts';

const ANA = { old: '+541123456789', present: '+5491123456789' };

const addUser = (app: TestApp, phone: string) =>
  app.db.$client.run('insert into users (phone, invite_code, created_at) values (?, ?, 1)', [phone, phone]);

test('a text from the old form of a number belongs to the account of its present form', ({ app }) => {
  addUser(app, ANA.present);
  textIn(app, { phone: ANA.old } as never, 'from my old form');
  expect(app.db.$client.query('select phone from users').values()).toEqual([[ANA.present]]);
  expect(listOldNumbers(app)).toEqual([]);
});

test('two accounts of one number stay apart, and health says what to do', ({ app }) => {
  for (const phone of [ANA.old, ANA.present]) addUser(app, phone);
  expect(requireUserByPhone(app, ANA.old).id).toBe(1);
  expect(requireUserByPhone(app, '+54 9 11 2345 6789').id).toBe(2);
  const finding = checkTexts(app).find(({ name }) => name === 'Two accounts');
  expect(JSON.stringify(finding)).toContain(`tagline export --of ${ANA.old}`);
});
