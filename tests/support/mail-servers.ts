import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianProgram } from '../../scripts/debian';
import { until } from './until';

const CACHE = join(import.meta.dir, '../../node_modules/.cache/debian');

/** Runs a program of Debian where it finds its files at their own paths: /usr and what was unpacked, for it alone. */
const inDebian = (command: string[]) => {
  const mount = `mount -t overlay -o lowerdir=${CACHE}/usr:/usr overlay /usr && exec "$@"`;
  return Bun.spawn(['unshare', '-m', 'sh', '-c', mount, 'sh', ...command], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
};

const NOBODY = 65_534;
export const MAILBOX = 'box:secret';

/** Debian's Dovecot for one mailbox in `folder`, which programs put mails into by writing files. */
export async function startDovecot(folder: string, port: number) {
  debianProgram('dovecot', 'dovecot-imapd');
  const inbox = join(folder, 'inbox');
  for (const name of ['run', 'inbox/new', 'inbox/cur', 'inbox/tmp'])
    mkdirSync(join(folder, name), { recursive: true });
  const config = join(folder, 'dovecot.conf');
  writeFileSync(
    config,
    `base_dir = ${folder}/run
     auth_mechanisms = plain
     protocols = imap
     listen = 127.0.0.1
     ssl = no
     disable_plaintext_auth = no
     log_path = ${folder}/log
     default_login_user = nobody
     default_internal_user = nobody
     default_internal_group = nogroup
     mail_location = maildir:${inbox}
     passdb {
       driver = static
       args = password=secret
     }
     userdb {
       driver = static
       args = uid=${NOBODY} gid=${NOBODY} home=${folder}
     }
     service imap-login {
       chroot =
       inet_listener imap {
         port = ${port}
       }
       inet_listener imaps {
         port = 0
       }
     }
     service anvil {
       chroot =
     }
     service stats {
       chroot =
     }`,
  );
  chmodSync(folder, 0o755);
  for (const name of ['', 'new', 'cur', 'tmp']) chownSync(join(inbox, name), NOBODY, NOBODY);
  const server = inDebian(['dovecot', '-F', '-c', config]);
  await listens(port);
  let count = 0;
  return {
    inbox,
    put(mail: string) {
      const file = join(inbox, 'new', `${Date.now()}.${++count}.host`);
      writeFileSync(file, mail, { mode: 0o644 });
      chownSync(file, NOBODY, NOBODY);
    },
    async stop() {
      server.kill();
      await server.exited;
    },
  };
}

/** Debian's Postfix, which takes mails on `port`, and delivers them over TLS to `to`, again each second. */
export async function startPostfix(folder: string, port: number, to: number) {
  debianProgram('postfix');
  chmodSync(folder, 0o755);
  const queue = join(folder, 'queue');
  const owner = 'daemon'; // users of every Debian, in place of those that a package would add
  const [uid, mailGroup] = [1, 8];
  const names =
    'active bounce corrupt defer deferred flush hold incoming private public maildrop pid saved trace';
  for (const name of names.split(' ')) mkdirSync(join(queue, name), { recursive: true, mode: 0o700 });
  chmodSync(queue, 0o755);
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  for (const name of names.split(' ').filter((name) => name !== 'pid')) chownSync(join(queue, name), uid, 0);
  for (const name of ['maildrop', 'public']) chownSync(join(queue, name), uid, mailGroup);
  chmodSync(join(queue, 'maildrop'), 0o730);
  chmodSync(join(queue, 'public'), 0o710);
  chownSync(join(folder, 'data'), uid, 0);
  writeFileSync(
    join(folder, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${folder}/data
mail_owner = ${owner}
setgid_group = mail
myhostname = sender.example.org
mydestination =
local_recipient_maps =
inet_interfaces = loopback-only
inet_protocols = ipv4
relayhost = [127.0.0.1]:${to}
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
smtp_tls_security_level = encrypt
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
`,
  );
  const services = [
    ...[`${port} inet n - n - - smtpd`, 'pickup unix n - n 1 1 pickup', 'cleanup unix n - n - 0 cleanup'],
    ...[
      'qmgr unix n - n 1 1 qmgr',
      'tlsmgr unix - - n 1000? 1 tlsmgr',
      'rewrite unix - - n - - trivial-rewrite',
    ],
    ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
    ...['error', 'retry'].map((name) => `${name} unix - - n - - error`),
    ...['smtp unix - - n - - smtp', 'proxymap unix - - n - - proxymap', 'anvil unix - - n - 1 anvil'],
    'postlog unix-dgram n - n - 1 postlogd',
  ];
  writeFileSync(join(folder, 'master.cf'), `${services.join('\n')}\n`);
  const server = inDebian(['/usr/lib/postfix/sbin/master', '-c', folder, '-d']);
  await listens(port);
  return {
    log: join(folder, 'log'),
    async stop() {
      server.kill();
      await server.exited;
    },
  };
}

/** Debian's swaks, which writes a mail as a person does at a command line. */
export async function swaks(args: string[]): Promise<number> {
  debianProgram('swaks');
  return inDebian(['swaks', '--timeout', '10', ...args]).exited;
}

const listens = (port: number) =>
  until(() =>
    Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).then(
      (socket) => {
        socket.end();
        return true;
      },
      () => false,
    ),
  );
