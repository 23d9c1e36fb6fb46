import { createZip } from '../../src/app/zip';

export async function writeZip(
  file: string,
  entries: Record<string, string | Uint8Array>,
  { compress = true } = {},
) {
  const zip = createZip();
  const written = Bun.write(file, new Response(zip.stream as never));
  for (const [name, content] of Object.entries(entries)) await zip.add(name, [content], { compress });
  zip.end();
  await written;
}
