import { createSocket } from 'node:dgram';

type Records = { MX?: Record<string, string>; TXT?: Record<string, string[]> };
const TYPES: Record<number, keyof Records> = { 15: 'MX', 16: 'TXT' };

const encodeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((part) => Buffer.from([part.length, ...Buffer.from(part)])),
    Buffer.of(0),
  ]);

const encodeText = (text: string) => {
  const parts = text.match(/.{1,255}/gs) ?? [];
  return Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
};

/** A name server over UDP (RFC 1035) that answers by what `records` has at that moment. */
export async function openDnsServer(records: Records) {
  const socket = createSocket('udp4');
  let isFaulty = false;
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const type = TYPES[query.readUInt16BE(at + 1)];
    const name = labels.join('.');
    const exchange = type === 'MX' && records.MX?.[name];
    const found = exchange
      ? [Buffer.concat([Buffer.of(0, 10), encodeName(exchange)])]
      : ((type === 'TXT' && records.TXT?.[name]) || []).map(encodeText);
    const answers = found.map((data) => {
      const head = Buffer.from([0xc0, 12, ...query.subarray(at + 1, at + 3), 0, 1, 0, 0, 0, 60, 0, 0]);
      head.writeUInt16BE(data.length, 10);
      return Buffer.concat([head, data]);
    });
    const header = Buffer.concat([
      query.subarray(0, 2),
      Buffer.of(0x81, isFaulty ? 0x82 : found.length > 0 ? 0x80 : 0x83, 0, 1, 0, found.length, 0, 0, 0, 0),
    ]);
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), from.port, from.address);
  });
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    fail: () => {
      isFaulty = true;
    },
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => void socket.close(() => closed())),
  };
}
