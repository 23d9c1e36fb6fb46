import { expect, test } from 'bun:test';
import { type Fetched, startImap } from '../../../src/outside/mail/imap';
import { MAIL_BYTES_MAX } from '../../../src/outside/mail/smtp';
import { until } from '../../support/until';
import { type Answers, mailbox, TO } from './imap-server';

const CASES: [
  about: string,
  Answers,
  became: Record<number, Fetched>,
  cursors: number[],
  state: string | null,
][] = [
  ['mails in turn are taken or stay unread', {}, { 1: 'taken', 2: 'refused', 3: 'taken' }, [1, 2, 3], null],
  ['a mail that cannot be stored waits', {}, { 1: 'taken', 2: 'later' }, [1], null],
  ['no mail is passed over by a refused search', { search: 'NO busy' }, {}, [], 'cannot be searched'],
  ['nor by a fetch without an answer', { fetch: '' }, {}, [], 'Mail 1 of the mailbox cannot be fetched'],
  ['a mail over the limit is passed over unread', { size: MAIL_BYTES_MAX + 1 }, {}, [1, 2, 3], null],
  ['an empty mailbox begins at its end', { search: '* SEARCH\r\n' }, {}, [3], null],
];

test.each(CASES)('%s', async (_, answers, became, cursors, state) => {
  using server = mailbox(answers);
  const written: number[] = [];
  const states: (string | null)[] = [];
  let mails = 0;
  const { stop } = startImap({
    url: server.url,
    readCursor: () => null,
    writeCursor: (_, uid) => void written.push(uid),
    recipientsIn: (fields) => (fields.includes(TO) ? [TO] : []),
    deliver: async () => became[++mails]!,
    onState: (error) => void states.push(error),
  });
  await until(() => states.length > 0);
  await stop();
  expect(states[0]!).toEqual(state && expect.stringContaining(state));
  expect([written, mails]).toEqual([cursors, Object.keys(became).length]);
  const seen = server.said.flatMap((command) => /^UID STORE (\d+)/.exec(command)?.[1] ?? []);
  expect(seen.map(Number)).toEqual([1, 2, 3].filter((uid) => became[uid] === 'taken'));
});
