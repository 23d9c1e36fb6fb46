import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type Running } from '../../scripts/process';
import { type Proof, rows, signIn, simulatedTexts, startProgram } from '../../scripts/prove/program';
import { dkimName, dkimRecord, makeDkimKey } from '../../src/outside/mail/dkim';
import { openSmtpServer } from '../outside/mail/smtp-server';
import { ann } from './cast';
import { dnsServer } from './dns-server';
import { tempFolder } from './folder';
import { killWhileSending } from './mail-sending-proof';
import { MAILBOX, openDkimVerifies, startDovecot, startOpenDkim, startPostfix, swaks } from './mail-servers';
import { until } from './until';

const [OURS, THEIRS] = ['notes.example.org', 'sender.example.org'];
const ANNS = `ann@${THEIRS}`;

/**
 * Mails of Debian's Postfix, swaks, OpenDKIM and Dovecot, and to another server, while the program is killed: none is
 * lost, none comes twice.
 */
export const mail: Proof = async (check, { quick }) => {
  using folder = tempFolder(tmpdir());
  chmodSync(folder.path, 0o755); // for the users that those servers run as
  const own = (name: string) => {
    mkdirSync(join(folder.path, name), { recursive: true });
    return join(folder.path, name);
  };
  const [smtp, imap, sending, milter] = [freePort(), freePort(), freePort(), freePort()];
  const dataDir = own('data');
  const key = makeDkimKey(dataDir, OURS);
  const opendkim = await startOpenDkim(own('opendkim'), milter, THEIRS);
  const [name, record] = opendkim.record;
  using dns = await dnsServer({ [`_dmarc.${THEIRS}`]: 'v=DMARC1; p=reject', [name]: record });
  await using outgoing = await openSmtpServer();
  const env = {
    DATA_DIR: dataDir,
    MAIL_DOMAIN: OURS,
    MAIL_LISTEN: `127.0.0.1:${smtp}`,
    MAIL_IMAP: `imap://${MAILBOX}@127.0.0.1:${imap}`,
    MAIL_SEND: outgoing.url,
    MAIL_DNS: dns.address,
  };
  const dovecot = await startDovecot(own('dovecot'), imap);
  const postfix = await startPostfix(own('postfix'), sending, smtp, milter);
  const send = (port: number, to: string, from: string, subject: string, ...more: string[]) =>
    swaks(
      ['--server', `127.0.0.1:${port}`, '--to', to, '--from', from, '--header', `Subject: ${subject}`].concat(
        ['--body', 'words'],
        more,
      ),
    );
  let server: Running | undefined;
  try {
    server = await startProgram(env);
    const client = await signIn(server, ann.phone, () => simulatedTexts(dataDir, ann.phone));
    const to = (await client.post<{ address: string }>('/api/notes-by-mail', {})).body.address;

    await client.post('/api/mail/address', { address: ANNS });
    const { raw } = await until(() => outgoing.arrived[0]);
    const verifies = (mail: string) =>
      openDkimVerifies(own('opendkim'), mail, [dkimName(key), dkimRecord(key)]);
    check('OpenDKIM finds our signature right', await verifies(raw));
    check('and not that of a changed mail', !(await verifies(raw.replace(/^Subject: /m, 'Subject: x'))));
    const token = /\/mail\/confirm\/([\w-]+)/.exec(raw.replace(/=\r\n/g, ''))?.[1];
    await fetch(`${server.url}/mail/confirm/${token}`, { method: 'POST' });
    const common = `notes@${OURS}`;
    check('a forged mail is refused', (await send(smtp, common, ANNS, 'forged')) !== 0);

    const expected: string[] = [];
    if ((await send(sending, common, ANNS, 'signed by OpenDKIM')) === 0)
      expected.push('signed by OpenDKIM\nwords');
    for (let kill = 0; kill < (quick ? 3 : 20); kill++) {
      const [sent, put] = [`sent ${kill}`, `put ${kill}`];
      const attached = ['--attach-type', 'text/plain', '--attach-name', 'a.txt', '--attach', 'x'];
      const code = await send(sending, to, `a@${THEIRS}`, sent, ...(kill % 2 ? attached : []));
      if (code === 0) expected.push(`${sent}\nwords`);
      dovecot.put(`To: ${to}\nSubject: ${put}\nMessage-ID: <${put.replace(' ', '')}@x.example>\n\nwords\n`);
      expected.push(`${put}\nwords`);
      await Bun.sleep(Math.random() * 600);
      await server.stop('SIGKILL');
      server = await startProgram(env);
    }
    const notes = () => rows(dataDir, 'select content from messages').map(({ content }) => String(content));
    const isAll = () => expected.every((words) => notes().includes(words));
    await until(isAll, 60_000).catch(() => {});
    const lost = expected.filter((words) => !notes().includes(words));
    const bounced = readFileSync(postfix.log, 'utf8').match(/^.*status=bounced.*$/gm) ?? [];
    check(
      'no mail is lost',
      lost.length === 0,
      [...lost, ...bounced].join(' ') || `${expected.length} mails`,
    );
    check('no mail comes twice', new Set(notes()).size === notes().length, `${notes().length} notes`);
    check('the last server stops by itself', (await server.stop()) === 0);
    await killWhileSending(
      { check, kills: quick ? 4 : 20, dataDir, smtp: outgoing, start: () => startProgram(env) },
      ANNS,
    );
  } finally {
    await Promise.all([server?.stop('SIGKILL'), postfix.stop(), dovecot.stop(), opendkim.stop()]);
  }
};
