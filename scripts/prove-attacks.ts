import { join } from 'node:path';
import type { Attack, Outcome } from './prove/attacks/attack';
import { FILES } from './prove/attacks/files';
import { OUTSIDE } from './prove/attacks/outside';
import { RIGHTS } from './prove/attacks/rights';
import { WORK } from './prove/attacks/work';

/**
 * `bun run prove:attacks`: starts servers and attacks them with the classes of attacks in prove/attacks.
 * Prints how many tries each class had, and how many got through. Ends with exit code 1 if a try got through,
 * or if a class had no try. With `--write`, writes docs/security.md again, with the new table. If there are
 * other arguments, runs only the classes whose names contain all of them. Needs Linux, and Chromium for the
 * attacks on pages. Takes about three minutes, and uses loopback only.
 */

const DOCUMENT = join(import.meta.dir, '../docs/security.md');
const ATTACKS: Attack[] = [...RIGHTS, ...OUTSIDE, ...FILES, ...WORK];

const [write, wanted] = [
  process.argv.includes('--write'),
  process.argv.slice(2).filter((word) => word !== '--write'),
];
const chosen = ATTACKS.filter(({ name }) =>
  wanted.every((word) => name.toLowerCase().includes(word.toLowerCase())),
);
const results: (Attack & Outcome & { seconds: number })[] = [];
for (const attack of chosen) {
  const began = performance.now();
  const outcome = await attack
    .run()
    .catch((error: Error): Outcome => ({ tried: 0, through: [`the attack itself failed: ${error.stack}`] }));
  const seconds = (performance.now() - began) / 1000;
  results.push({ ...attack, ...outcome, seconds });
  console.error(
    `${attack.name}: ${outcome.tried} tried, ${outcome.through.length} got through, ${seconds.toFixed(0)} s`,
  );
  for (const line of outcome.through.slice(0, 10)) console.error(`    ${line}`);
}

const table = [
  '| attack | must not | tried | got through |',
  '|---|---|---:|---:|',
  ...results.map(({ name, mustNot, tried, through, note }) => {
    const cells = [name, note ? `${mustNot} (${note})` : mustNot, tried.toLocaleString('en'), through.length];
    return `| ${cells.join(' | ')} |`;
  }),
].join('\n');
console.log(`\n${table}`);

const holds = results.length > 0 && results.every(({ tried, through }) => tried > 0 && through.length === 0);
if (write) await Bun.write(DOCUMENT, toDocument());
process.exit(holds ? 0 : 1);

function toDocument(): string {
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  return `# Security

[SECURITY.md](../SECURITY.md) says whom you trust with what. This page shows the last run of \`bun run prove:attacks\`,
which attacks servers of its own (\`scripts/prove-attacks.ts\`) and writes this page with \`--write\`. It took
${Math.round(seconds / 6) / 10} minutes on ${new Date().toISOString().slice(0, 10)}.

${table}

The server behind most classes runs in the process of the script, with the real database, HTTP and sockets; memory and
waiting times are measured on the program in a process of its own. Names are resolved by the script, and the gateway
is a stand-in on the same machine, so nothing leaves it.
`;
}
