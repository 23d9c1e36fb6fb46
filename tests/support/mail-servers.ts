import { chmodSync, chownSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianProgram } from '../../scripts/debian';
import { DKIM } from '../../src/app/data-folder/data-folder';
import { dkimName, dkimRecord, makeDkimKey } from '../../src/outside/mail/dkim';
import { until } from './until';

const CACHE = join(import.meta.dir, '../../node_modules/.cache/debian');

/** Runs a program of Debian where it finds its files at their own paths: /usr and what was unpacked, for it alone. */
const inDebian = (command: string[], output: 'ignore' | 'pipe' = 'ignore') => {
  const mount = `mount -t overlay -o lowerdir=${CACHE}/usr:/usr overlay /usr && exec "$@"`;
  return Bun.spawn(['unshare', '-m', 'sh', '-c', mount, 'sh', ...command], {
    stdio: ['ignore', output, 'ignore'],
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
    /** As programs deliver: a reader never sees half a mail. */
    put(mail: string) {
      const name = `${Date.now()}.${++count}.host`;
      const file = join(inbox, 'tmp', name);
      writeFileSync(file, mail, { mode: 0o644 });
      chownSync(file, NOBODY, NOBODY);
      renameSync(file, join(inbox, 'new', name));
    },
    async stop() {
      server.kill();
      await server.exited;
    },
  };
}

/** Debian's OpenDKIM, which signs what Postfix takes from `domain`. Returns the record that its key needs. */
export async function startOpenDkim(folder: string, port: number, domain: string) {
  debianProgram('opendkim');
  const key = makeDkimKey(folder, domain);
  const config = join(folder, 'sign.conf');
  writeFileSync(
    config,
    `Mode s\nDomain ${domain}\nSelector ${key.selector}\nKeyFile ${join(folder, DKIM)}\nSignatureAlgorithm rsa-sha256
Socket inet:${port}@127.0.0.1\nRequireSafeKeys no\nSyslog no\n`,
  );
  const server = inDebian(['opendkim', '-f', '-x', config]);
  await listens(port);
  return {
    record: [dkimName(key), dkimRecord(key)] as const,
    async stop() {
      server.kill();
      await server.exited;
    },
  };
}

/** Whether OpenDKIM finds the signature of a mail right, whose key has this record. */
export async function openDkimVerifies(folder: string, mail: string, record: readonly [string, string]) {
  debianProgram('opendkim');
  const [keys, config, file] = ['keys', 'verify.conf', 'mail.eml'].map((name) => join(folder, name));
  writeFileSync(keys!, `${record.join(' ')}\n`);
  writeFileSync(config!, `Mode v\nTestPublicKeys ${keys}\n`);
  writeFileSync(file!, mail);
  const run = inDebian(['opendkim', '-x', config!, '-t', file!, '-v'], 'pipe');
  return (await new Response(run.stdout as ReadableStream).text()).includes('-bit key) succeeded');
}

/** Debian's Postfix, which takes mails on `port`, and delivers them over TLS to `to`, again each second. */
export async function startPostfix(folder: string, port: number, to: number, milter: number) {
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
smtpd_milters = inet:127.0.0.1:${milter}
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
