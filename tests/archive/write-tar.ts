const BLOCK = 512;

type Entry = { name: string; content: string | Uint8Array; type?: string; size?: number };

/** With `attributes`, a name comes in a header of its own, as programs write names of over a hundred characters. */
export function tar(entries: Record<string, string | Uint8Array>, { attributes = false } = {}): Uint8Array {
  return tarOf(
    Object.entries(entries).flatMap(([name, content]): Entry[] => {
      if (!attributes) return [{ name, content }];
      const record = ` path=${name}\n`;
      const length = Buffer.byteLength(record) + 2; // for names of ten to ninety bytes
      return [
        { name: 'PaxHeader', content: `${length}${record}`, type: 'x' },
        { name: 'cut', content },
      ];
    }),
  );
}

export function tarOf(entries: Entry[]): Uint8Array {
  const blocks = entries.flatMap(({ name, content, type = '0', size }) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(BLOCK);
    header.write(name, 0);
    header.write((size ?? bytes.length).toString(8).padStart(11, '0'), 124);
    header.write((1_700_000_000).toString(8).padStart(11, '0'), 136);
    header.write('        ', 148);
    header.write(`${type}`, 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((sum, byte) => sum + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
  });
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}
