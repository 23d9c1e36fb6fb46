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
  debianProgram('dovecot');
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
  await until(async () =>
    Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).then(
      (socket) => {
        socket.end();
        return true;
      },
      () => false,
    ),
  );
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
