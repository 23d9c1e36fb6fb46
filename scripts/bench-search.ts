import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureIndexing } from './bench-search/indexing';
import { measureQuality } from './bench-search/quality';
import { measureSpeed } from './bench-search/speed';
import { readTexts } from './bench-search/texts';

/**
 * `bun run bench:search [quality|speed]`: measures how well search finds a message that one has in mind,
 * compared with other engines, and how fast search is. `--each 500` sets the number of queries of each kind,
 * `--seed 1` makes other queries; `--messages 100000` sets the size of the database for speed, and `--in
 * FOLDER` keeps the database for the next run.
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
  if (part !== 'speed') await measureQuality(tempDir, Number(options.each), Number(options.seed));
  if (part !== 'quality') {
    const texts = readTexts('en');
    measureIndexing(tempDir, texts); // first: afterwards the garbage collector has a large heap to walk
    await measureSpeed(options.in ?? tempDir, texts, Number(options.messages));
  }
} finally {
  rmSync(tempDir, { recursive: true, force: true });
}
