/** Tests use it to show that nothing connects. */
export async function openCanary() {
  let arrived = 0;
  const listen = (hostname: string, port = 0) =>
    Bun.listen({
      hostname,
      port,
      socket: {
        open(socket) {
          arrived++;
          const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n';
          socket.end(`${head}<title>Secret</title>`);
        },
        data() {},
      },
    });
  const first = listen('127.0.0.1');
  const { port } = first;
  const servers = [first];
  for (const host of ['127.0.0.2', '127.127.127.127', '::1'])
    try {
      servers.push(listen(host, port));
    } catch {} // this machine has no such address

  return {
    port,
    async arrivals() {
      await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
      return --arrived;
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.stop(true);
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
