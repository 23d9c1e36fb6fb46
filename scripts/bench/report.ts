import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { markdownTable, replacePart } from '../docs';
import { ROOT } from '../setup';
import { type Figure, formatFigure } from './figures';

const DOCUMENT = join(ROOT, 'docs/benchmarks.md');

export function report(figures: Figure[], write: boolean) {
  if (figures.length === 0) return;
  const sizes = [...new Set(figures.map(({ size }) => size))].sort((a, b) => a - b);
  const rows = [...Map.groupBy(figures, ({ name }) => name)].map(([name, [...of]]) => {
    const cells = sizes.map((size) => of.find((figure) => figure.size === size));
    return [
      name,
      of[0]?.yardstick ?? '',
      ...cells.map((figure) => (figure ? formatFigure(figure) : '')),
      of[0]?.goal?.text ?? '',
    ];
  });
  const head = ['', 'beside', ...sizes.map((size) => `${size.toLocaleString('en-US')} messages`), 'goal'];
  const table = markdownTable(head, rows);
  console.log(table);
  const goals = figures.flatMap(({ goal }) => goal ?? []);
  const missed = goals.filter(({ met }) => !met).length;
  if (missed > 0) console.log(`${missed} of ${goals.length} goals are missed.`);
  process.exitCode = missed > 0 ? 1 : 0;
  if (!write) return;
  const machine = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}, Bun ${Bun.version}, load average ${loadavg()[1]?.toFixed(1)}`;
  const legend =
    'The first number of a cell is the ratio to the yardstick. Microseconds are the CPU time of a request, of the product / of the thin server that does the same job.';
  const text = replacePart(readFileSync(DOCUMENT, 'utf8'), 'figures', `${table}\n\n${machine}. ${legend}`);
  writeFileSync(DOCUMENT, text);
}
