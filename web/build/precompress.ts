import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** A smaller file fits into one packet anyway. */
const COMPRESS_FROM_BYTES = 600;

/** Leaves out index.html, because each response contains a new nonce. */
export function precompress(folder: string): Plugin {
  const toBrotli = promisify(brotliCompress);
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      for (const file of files.filter((file) => /\.(js|css|svg|txt|json|webmanifest)$/.test(file))) {
        const path = join(folder, file);
        const body = await readFile(path);
        if (body.length < COMPRESS_FROM_BYTES) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        };
        await writeFile(`${path}.br`, await toBrotli(body, { params }));
      }
    },
  };
}
