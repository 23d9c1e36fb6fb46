/** A tone as WAV: mono, 8 kHz, 8 bits. */
export function wav(seconds: number): Uint8Array<ArrayBuffer> {
  const rate = 8_000;
  const samples = rate * seconds;
  const bytes = Buffer.alloc(44 + samples);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at++)
    bytes[44 + at] = 128 + Math.round(60 * Math.sin((at * 440 * 2 * Math.PI) / rate));
  return new Uint8Array(bytes);
}
