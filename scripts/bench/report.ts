import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { markdownTable, replacePart } from '../docs';
import { ROOT } from '../setup';
import { chart } from './chart';
import { type Figure, formatCpu, formatFigure } from './figures';

const DOCUMENT = join(ROOT, 'docs/benchmarks.md');
const CHART = 'pictures/figures.svg'; // relative to the document's folder

/**
 * Prints the figures as a table. With `write`, also writes the table into docs/benchmarks.md and a chart of
 * the figures into docs/pictures. Sets the exit code to 1 if a goal is missed.
 */
export function report(figures: Figure[], write: boolean) {
  const { head, rows } = tabulate(figures);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...rows])
    console.log(row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  '));
  const missed = figures.filter(({ goal }) => goal && !goal.met);
  if (missed.length > 0) {
    console.log(`${missed.length} of ${figures.filter(({ goal }) => goal).length} goals are missed.`);
    process.exitCode = 1;
  }
  if (!write) return;
  const machine = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}, Bun ${Bun.version}, load average ${loadavg()[1]?.toFixed(1)}`;
  const markdown = `${markdownTable(head, rows)}\n\n${machine}. The first number of a cell is the ratio to the yardstick. Microseconds are the CPU time of a request, of the product / of the thin server that does the same job.\n\n![Ratios to the yardsticks](${CHART})`;
  writeFileSync(DOCUMENT, replacePart(readFileSync(DOCUMENT, 'utf8'), 'figures', markdown));
  writeFileSync(join(dirname(DOCUMENT), CHART), chart(figures));
}

/** Returns a table with a row for each figure and a column for each size of the database. */
function tabulate(figures: Figure[]) {
  const sizes = [...new Set(figures.map(({ size }) => size))].sort((a, b) => a - b);
  const names = [...new Set(figures.map(keyOf))];
  const rows = names.map((name) => {
    const of = figures.filter((figure) => keyOf(figure) === name);
    const [first] = of;
    return [
      first?.name ?? '',
      first?.yardstick?.name ?? '',
      ...sizes.map((size) => cell(of.find((figure) => figure.size === size))),
      first?.goal?.text ?? '',
    ];
  });
  const head = ['', 'beside', ...sizes.map((size) => `${size.toLocaleString('en-US')} messages`), 'goal'];
  return { head, rows };
}

const keyOf = ({ name, yardstick }: Figure) => `${name} ${yardstick?.name ?? ''}`;

function cell(figure: Figure | undefined): string {
  if (!figure) return '';
  const value =
    figure.ratio === undefined ? formatFigure(figure) : `${figure.ratio.toFixed(2)}, ${formatFigure(figure)}`;
  const missed = figure.goal && !figure.goal.met ? ' (missed)' : '';
  return [value + missed, formatCpu(figure)].filter(Boolean).join(', ');
}
