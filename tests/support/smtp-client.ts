import { connect, createServer, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Speaks SMTP as another server does, one command after the other. */
export async function smtpClient(port: number) {
  let socket: Socket = connect(port, '127.0.0.1');
  let read = '';
  let wake = () => {};
  const listen = () => {
    socket.on('data', (bytes) => {
      read += bytes;
      wake();
    });
    for (const event of ['close', 'error'] as const) socket.on(event, () => wake());
  };
  listen();

  async function answer(): Promise<string> {
    for (;;) {
      const lines = read.split('\r\n');
      const end = lines.findIndex((line) => /^\d{3} /.test(line));
      if (end >= 0) {
        read = lines.slice(end + 1).join('\r\n');
        return lines[end]!;
      }
      if (socket.closed || socket.destroyed) return 'closed';
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  const say = (line: string) => {
    socket.write(`${line}\r\n`);
    return answer();
  };
  const greeting = await answer();
  await say('EHLO client.example');
  return {
    greeting,
    say,
    async startTls() {
      const answered = await say('STARTTLS');
      const plain = socket;
      plain.removeAllListeners();
      socket = connectTls({ socket: plain, rejectUnauthorized: false });
      listen();
      await say('EHLO client.example');
      return answered;
    },
    /** Returns the answer to each step. */
    async send(to: string[], mail: string, from = 'ann@example.org') {
      const answers = [await say(`MAIL FROM:<${from}>`)];
      for (const address of to) answers.push(await say(`RCPT TO:<${address}>`));
      if (answers.slice(1).some((line) => line.startsWith('250'))) {
        answers.push(await say('DATA'));
        answers.push(await say(`${mail.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..')}\r\n.`));
      }
      await say('RSET');
      return answers.map((line) => line.slice(0, 3)).join(' ');
    },
    drop: () => socket.destroy(),
    [Symbol.dispose]: () => socket.destroy(),
  };
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
