/** Number of rounds that count. Each round measures both the yardstick and Tagline. */
export const ROUNDS = 5;
export const ROUND_MS = 600;

export type Figure = {
  name: string;
  /** Number of messages in the database. */
  size: number;
  /** Tagline's result, in `unit`. */
  ours: number;
  unit: string;
  yardstick?: { name: string; value: number };
  /** Tagline's rate divided by the yardstick's rate: the median of all rounds. */
  ratio?: number;
  /**
   * CPU time of a request in microseconds: `ours` is that of Tagline, `floor` that of the thin server
   * (floor.ts), which does the same job with as little work as possible.
   */
  cpu?: { ours: number; floor?: number };
  goal?: { text: string; met: boolean };
};

export const figures: Figure[] = [];

export function addFigure(figure: Figure) {
  figures.push(figure);
  const ratio = figure.ratio === undefined ? '' : `, ${figure.ratio.toFixed(2)} of ${figure.yardstick?.name}`;
  const cpu = figure.cpu === undefined ? '' : `, CPU ${formatCpu(figure)}`;
  console.error(
    `${figure.size.toLocaleString('en-US')}: ${figure.name}: ${formatFigure(figure)}${ratio}${cpu}`,
  );
}

export const formatFigure = ({ ours, unit }: Pick<Figure, 'ours' | 'unit'>) =>
  `${ours < 10 && ours % 1 > 0 ? ours.toFixed(1) : Math.round(ours).toLocaleString('en-US')} ${unit}`;

/**
 * Returns the CPU time of a request as text: that of Tagline, and then that of the thin server if it was
 * measured. Returns '' if there are no CPU times.
 */
export const formatCpu = ({ cpu }: Pick<Figure, 'cpu'>): string =>
  cpu === undefined ? '' : [cpu.ours, cpu.floor ?? []].flat().map(formatMicroseconds).join(' / ');

const formatMicroseconds = (time: number) => `${Math.round(time).toLocaleString('en-US')} µs`;

/** Measurements of one round: requests a second, and the CPU time of a request in microseconds. */
export type Rate = { rate: number; cpu?: number };
type Measure = () => Rate | Promise<Rate>;

/**
 * Measures the rates of Tagline and of a yardstick in turns, and adds the figure. The order changes from
 * round to round. The first round only warms up and does not count. `floor` measures the thin server
 * (floor.ts), which does the same job; only its CPU time counts.
 */
export async function compare(
  {
    name,
    size,
    atLeast,
    cpuBelow,
  }: { name: string; size: number; atLeast?: number /** Microseconds. */; cpuBelow?: number },
  ours: Measure,
  yardstick: { name: string; rate: Measure },
  floor?: Measure,
) {
  const rounds: { mine: Rate; theirs: Rate; least?: Rate }[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    let theirs = round % 2 === 0 ? await yardstick.rate() : null;
    const mine = await ours();
    theirs ??= await yardstick.rate();
    const least = await floor?.();
    if (round >= 0) rounds.push({ mine, theirs, least });
  }
  const ratio = median(rounds.map(({ mine, theirs }) => mine.rate / theirs.rate));
  const cpu = {
    ours: median(rounds.map(({ mine }) => mine.cpu ?? Number.NaN)),
    ...(floor && { floor: median(rounds.map(({ least }) => least?.cpu ?? Number.NaN)) }),
  };
  addFigure({
    name,
    size,
    unit: '/s',
    ours: median(rounds.map(({ mine }) => mine.rate)),
    yardstick: { name: yardstick.name, value: median(rounds.map(({ theirs }) => theirs.rate)) },
    ratio,
    ...(cpu.ours > 0 && { cpu }),
    ...(atLeast && { goal: { text: `≥ ${atLeast}`, met: ratio >= atLeast } }),
    ...(cpuBelow && { goal: { text: `CPU < ${formatMicroseconds(cpuBelow)}`, met: cpu.ours < cpuBelow } }),
  });
}

/** Adds a figure whose goal is to stay below `most`. */
export function addFigureWithLimit(name: string, size: number, ours: number, unit: string, most: number) {
  addFigure({ name, size, ours, unit, goal: { text: `< ${most} ${unit}`, met: ours < most } });
}

export const median = (values: number[]): number => quantile(values, 0.5);

export function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
