import { readFileSync } from 'node:fs';
import { until } from '../../../tests/support/until';

/** Leaves the folder $1 untouched below an overlay in memory at $2, and starts its systemd there. */
const BOOT = `set -e
mount --make-rprivate /
mount -t tmpfs tmpfs "$2"
cd "$2"
mkdir up work root
mount -t overlay -o "lowerdir=$1,upperdir=$2/up,workdir=$2/work" overlay root
cd root
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  mount -t cgroup2 cgroup2 sys/fs/cgroup
else
  mount -t tmpfs tmpfs sys/fs/cgroup
  mkdir sys/fs/cgroup/systemd
  mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
fi
mount -t tmpfs tmpfs dev
for device in null zero full random urandom tty; do cp -a /dev/$device dev/; done
ln -s /proc/self/fd dev/fd
ln -s pts/ptmx dev/ptmx
mkdir dev/shm dev/pts old
pivot_root . old
umount -l old
exec env -i container=prove PATH=/usr/sbin:/usr/bin /lib/systemd/systemd --unit=multi-user.target`;

// ends with us, however we end
const SPACES = [
  'setpriv',
  '--pdeathsig',
  'KILL',
  'unshare',
  '--mount',
  '--pid',
  '--cgroup',
  '--fork',
  '--kill-child',
];

/** Starts a machine of a folder that has a Debian. `mount` is an empty folder. It shares our network. */
export async function startMachine(debian: string, mount: string) {
  const child = Bun.spawn([...SPACES, 'sh', '-c', BOOT, 'boot', debian, mount], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const init = await until(() =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim(),
  );
  const sh = async (command: string) => {
    const shell = Bun.spawn(['nsenter', '-t', init, '--mount', '--pid', 'sh', '-c', command], {
      env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err] = await Promise.all([
      new Response(shell.stdout).text(),
      new Response(shell.stderr).text(),
    ]);
    return { code: await shell.exited, text: `${out}${err}`.trim() };
  };
  await until(async () => /running|degraded/.test((await sh('systemctl is-system-running')).text));
  return {
    sh,
    is: async (command: string) => (await sh(command)).code === 0,
    root: `/proc/${init}/root`,
    [Symbol.dispose]: () => child.kill('SIGKILL'),
  };
}
