import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureEmbedding } from './bench-search/embedding';
import { measureIndexing } from './bench-search/indexing';
import { measurePhotos } from './bench-search/photos';
import { measureQuality } from './bench-search/quality';
import { measureSpeed } from './bench-search/speed';
import { readTexts } from './bench-search/texts';

/**
 * `bun run bench:search [quality|photos|speed]`: compares how well Tagline and other search engines find a
 * given message, measures how well Tagline reads the words in photos, and how fast it indexes and searches.
 * `--each 500` sets the number of queries of each kind. Another `--seed` makes other queries. `--messages
 * 100000` sets the size of the database that is searched for speed, and `--in FOLDER` keeps that database for
 * later.
 */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: 'string', default: '300' },
    seed: { type: 'string', default: '0' },
    messages: { type: 'string', default: '1000000' },
    in: { type: 'string' },
  },
});
const [part] = positionals;
const tempDir = mkdtempSync(join(tmpdir(), 'tagline-bench-'));
try {
  if (!part || part === 'quality') await measureQuality(tempDir, Number(options.each), Number(options.seed));
  if (!part || part === 'photos') await measurePhotos(tempDir);
  if (!part || part === 'speed') {
    const texts = readTexts('en');
    // runs first, because the measurement of embedding leaves a large heap for the garbage collector
    measureIndexing(tempDir, texts);
    await measureEmbedding(tempDir, texts);
    await measureSpeed(options.in ?? tempDir, texts, Number(options.messages));
  }
} finally {
  rmSync(tempDir, { recursive: true, force: true });
}
