import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { markdownTable, replacePart } from '../docs';
import { ROOT } from '../setup';
import { type Figure, formatFigure } from './figures';

const DOCUMENT = join(ROOT, 'docs/benchmarks.md');
const LEGEND = `${cpus().length} × ${cpus()[0]?.model.trim()}, Bun ${Bun.version}. The first number of a cell is the ratio to the yardstick. Microseconds are the CPU time of a request, of the product / of the thin server that does the same job. The last column has the day of the newest cell of a row, with the load of the machine.`;

type Row = { beside: string; cells: Map<number, string>; goal: string; measured: string };

export function report(figures: Figure[], write: boolean) {
  if (figures.length === 0) return;
  console.log(tableOf(addFigures(new Map(), figures)));
  const goals = figures.flatMap(({ goal }) => goal ?? []);
  const missed = goals.filter(({ met }) => !met).length;
  if (missed > 0) console.log(`${missed} of ${goals.length} goals are missed.`);
  process.exitCode = missed > 0 ? 1 : 0;
  if (!write) return;
  const document = readFileSync(DOCUMENT, 'utf8');
  const table = tableOf(addFigures(readTable(document), figures));
  writeFileSync(DOCUMENT, replacePart(document, 'figures', `${table}\n\n${LEGEND}`));
}

function addFigures(rows: Map<string, Row>, figures: Figure[]): Map<string, Row> {
  const measured = `${new Date().toISOString().slice(0, 10)}, ${loadavg()[1]?.toFixed(1)}`;
  for (const figure of figures) {
    const { name, size, yardstick: beside = '', goal } = figure;
    const cells = rows.get(name)?.cells ?? new Map();
    rows.set(name, {
      beside,
      cells: cells.set(size, formatFigure(figure)),
      goal: goal?.text ?? '',
      measured,
    });
  }
  return rows;
}

function tableOf(rows: Map<string, Row>): string {
  const sizes = [...new Set([...rows.values()].flatMap(({ cells }) => [...cells.keys()]))].sort(
    (a, b) => a - b,
  );
  const titles = sizes.map((size) => `${size.toLocaleString('en-US')} messages`);
  return markdownTable(
    ['', 'beside', ...titles, 'goal', 'measured'],
    [...rows].map(([name, { beside, cells, goal, measured }]) => [
      name,
      beside,
      ...sizes.map((size) => cells.get(size) ?? ''),
      goal,
      measured,
    ]),
  );
}

function readTable(document: string): Map<string, Row> {
  const [, part = ''] = document.split(/<!-- \/?figures -->/);
  const [head = [], , ...lines] = (part.match(/^\|.*\|$/gm) ?? []).map((line) =>
    line.slice(2, -2).split(' | '),
  );
  const sizes = head.map((title) => Number(/^([\d,]+) messages$/.exec(title)?.[1]?.replaceAll(',', '')));
  return new Map(
    lines.map(([name = '', beside = '', ...cells]) => {
      const [goal = '', measured = ''] = cells.splice(-2);
      const known = cells.flatMap((cell, at): [number, string][] => (cell ? [[sizes[at + 2]!, cell]] : []));
      return [name, { beside, cells: new Map(known), goal, measured }];
    }),
  );
}
