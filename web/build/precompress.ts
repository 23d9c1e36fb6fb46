import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller files are served as they are: a packet is sent either way. In bytes. */
const COMPRESS_FROM = 600;

/**
 * Writes a .br and a .gz beside every asset, so that the server never compresses. index.html has no such copies: each
 * response carries a nonce of its own.
 */
export function precompress(folder: string): Plugin {
  const toBrotli = promisify(brotliCompress);
  const toGzip = promisify(gzip);
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      for (const file of files.filter((file) => /\.(js|css|svg|txt|json|webmanifest)$/.test(file))) {
        const path = join(folder, file);
        const body = await readFile(path);
        if (body.length < COMPRESS_FROM) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        };
        await writeFile(`${path}.br`, await toBrotli(body, { params }));
        await writeFile(`${path}.gz`, await toGzip(body, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}
