import net from 'node:net';

/** Tests use it to show that nothing connects. */
export async function openCanary() {
  let arrived = 0;
  const servers: net.Server[] = [];
  const listen = (host: string, port: number) =>
    new Promise<number>((resolve, reject) => {
      const server = net.createServer((socket) => {
        arrived++;
        socket.on('error', () => {});
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<title>Secret</title>',
        );
      });
      server.once('error', reject);
      server.listen(port, host, () => {
        servers.push(server);
        resolve((server.address() as net.AddressInfo).port);
      });
    });

  const port = await listen('127.0.0.1', 0);
  for (const host of ['127.0.0.2', '127.127.127.127', '::1']) await listen(host, port).catch(() => {});

  return {
    port,
    async arrivals() {
      await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
      return --arrived;
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.close();
    },
  };
}

/** `asked` counts the queries for each name. */
export function scriptedNames(script: Record<string, string[][]>) {
  const asked = new Map<string, number>();
  return {
    asked,
    async resolve(host: string): Promise<string[]> {
      const answers = script[host];
      if (!answers) throw new Error(`${host} does not exist`);
      const time = asked.get(host) ?? 0;
      asked.set(host, time + 1);
      return answers[Math.min(time, answers.length - 1)] ?? [];
    },
  };
}
