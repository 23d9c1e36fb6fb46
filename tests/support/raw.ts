import { connect } from 'node:net';

export function sendRaw(url: string, bytes: string, end = '\r\n'): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = '';
  const socket = connect(Number(port), hostname.replace('localhost', '127.0.0.1'), () => socket.write(bytes));
  socket
    .on('data', (chunk) => {
      answer += chunk;
      if (answer.includes(end)) socket.destroy();
    })
    .on('error', () => {})
    .on('close', () => resolve(answer.split(end)[0] ?? ''));
  return promise;
}
