import { expect, test } from 'bun:test';
import { type Fetched, startImap } from '../../../src/outside/mail/imap';
import { until } from '../../support/until';

const TO = 'ann@notes.example';
type Answers = { search?: string; fetch?: string };

/** An IMAP server with unread mails 1, 2 and 3, whose `answers` stand in place of its own. */
function mailbox(answers: Answers) {
  const said: string[] = [];
  const head = `To: ${TO}\r\n\r\n`;
  const mail = `${head}milk\r\n`;
  const answerTo = (command: string): string => {
    const [, uid] = /^UID (?:FETCH|STORE) (\d+)/.exec(command) ?? [];
    if (/^CAPABILITY/.test(command)) return '* CAPABILITY IMAP4rev1\r\n';
    if (/^SELECT/.test(command)) return '* 3 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 4] x\r\n';
    if (/^UID SEARCH UID \d+$/.test(command)) return '* SEARCH 1\r\n';
    if (/^UID SEARCH/.test(command)) return answers.search ?? '* SEARCH 1 2 3\r\n';
    if (/^UID FETCH .*HEADER/.test(command))
      return (
        answers.fetch ??
        `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${mail.length} BODY[HEADER.FIELDS (TO)] {${head.length}}\r\n${head})\r\n`
      );
    if (uid && /FETCH/.test(command))
      return `* ${uid} FETCH (UID ${uid} BODY[] {${mail.length}}\r\n${mail})\r\n`;
    return '';
  };
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: (socket) => void socket.write('* OK ready\r\n'),
      data(socket, data) {
        for (const line of data.toString().split('\r\n').filter(Boolean)) {
          const [tag, ...words] = line.split(' ');
          const command = words.join(' ').replace(/"/g, '');
          said.push(command);
          const answer = answerTo(command);
          const isRefusal = answer.startsWith('NO');
          socket.write(isRefusal ? `${tag} ${answer}\r\n` : `${answer}${tag} OK done\r\n`);
        }
      },
    },
  });
  return {
    said,
    url: new URL(`imap://box:secret@127.0.0.1:${server.port}/INBOX`),
    [Symbol.dispose]: () => void server.stop(true),
  };
}

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
  expect(written).toEqual(cursors);
  const seen = server.said.flatMap((command) => /^UID STORE (\d+)/.exec(command)?.[1] ?? []);
  expect(seen.map(Number)).toEqual([1, 2, 3].filter((uid) => became[uid] === 'taken'));
});
