/** A DNS server over UDP for TXT and A records; every other name does not exist. */
export async function dnsServer(records: Record<string, string>) {
  const socket = await Bun.udpSocket({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(own, query, port, address) {
        own.send(answerTo(Buffer.from(query), records), port, address);
      },
    },
  });
  return { address: `127.0.0.1:${socket.port}`, [Symbol.dispose]: () => socket.close() };
}

/** RFC 1035: the question follows the header of 12 bytes. */
function answerTo(query: Buffer, records: Record<string, string>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const end = at + 5;
  const isText = query.readUInt16BE(at + 1) === 16;
  const record = isText ? records[labels.join('.').toLowerCase()] : undefined;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(record === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(record === undefined ? 0 : 1, 6);
  header.fill(0, 8, 12);
  if (record === undefined) return Buffer.concat([header, query.subarray(12, end)]);
  const parts = record.match(/.{1,255}/g)!.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]);
  const data = Buffer.concat(parts);
  const answer = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff]);
  return Buffer.concat([header, query.subarray(12, end), answer, data]);
}
