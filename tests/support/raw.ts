import { connect } from 'node:net';

/**
 * Sends a string to a server without any change. Returns the first line of the answer, or an empty string if
 * no answer comes.
 */
export function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = '';
  const socket = connect(Number(port), hostname.replace('localhost', '127.0.0.1'), () => socket.write(bytes));
  socket
    .on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('\r\n')) socket.destroy();
    })
    .on('error', () => {})
    .on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  return promise;
}
