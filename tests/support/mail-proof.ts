import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type Running } from '../../scripts/process';
import { type Proof, rows, signIn, simulatedTexts, startProgram } from '../../scripts/prove/program';
import { ann } from './cast';
import { tempFolder } from './folder';
import { MAILBOX, startDovecot, startPostfix, swaks } from './mail-servers';
import { until } from './until';

/** Mails of Debian's Postfix, swaks and Dovecot, while the program is killed: none is lost, none comes twice. */
export const mail: Proof = async (check, { quick }) => {
  using folder = tempFolder(tmpdir());
  chmodSync(folder.path, 0o755); // for the users that those servers run as
  const own = (name: string) => {
    mkdirSync(join(folder.path, name));
    return join(folder.path, name);
  };
  const [smtp, imap, sending] = [freePort(), freePort(), freePort()];
  const dataDir = own('data');
  const mailbox = { MAIL_LISTEN: `127.0.0.1:${smtp}`, MAIL_IMAP: `imap://${MAILBOX}@127.0.0.1:${imap}` };
  const env = { DATA_DIR: dataDir, MAIL_DOMAIN: 'notes.example.org', ...mailbox };
  const dovecot = await startDovecot(own('dovecot'), imap);
  const postfix = await startPostfix(own('postfix'), sending, smtp);
  let server: Running | undefined;
  try {
    server = await startProgram(env);
    const client = await signIn(server, ann.phone, () => simulatedTexts(dataDir, ann.phone));
    const to = (await client.post<{ address: string }>('/api/notes-by-mail', {})).body.address;
    const expected: string[] = [];
    for (let kill = 0; kill < (quick ? 3 : 20); kill++) {
      const [sent, put] = [`sent ${kill}`, `put ${kill}`];
      const attached = ['--attach-type', 'text/plain', '--attach-name', 'a.txt', '--attach', 'x'];
      const args = [
        '--to',
        to,
        '--from',
        'a@sender.example.org',
        '--header',
        `Subject: ${sent}`,
        '--body',
        'words',
      ];
      const code = await swaks(['--server', `127.0.0.1:${sending}`, ...args, ...(kill % 2 ? attached : [])]);
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
  } finally {
    await Promise.all([server?.stop('SIGKILL'), postfix.stop(), dovecot.stop()]);
  }
};
