export const ROUNDS = 5;
export const ROUND_MS = 600;

export type Figure = {
  name: string;
  /** Number of messages in the database. */
  size: number;
  value: number;
  unit: string;
  yardstick?: string;
  ratio?: number;
  /** Microseconds of CPU time for a request: ours, and that of the thin server. */
  cpu?: { ours: number; thin?: number };
  goal?: { text: string; met: boolean };
};

export const figures: Figure[] = [];

export function addFigure(figure: Figure) {
  figures.push(figure);
  console.error(`${figure.size.toLocaleString('en-US')}: ${figure.name}: ${formatFigure(figure)}`);
}

export const addFigureWithLimit = (name: string, size: number, value: number, unit: string, most: number) =>
  addFigure({ name, size, value, unit, goal: { text: `< ${most} ${unit}`, met: value < most } });

export function formatFigure({ value, unit, ratio, cpu, goal }: Figure): string {
  const rounded =
    value < 10 ? String(Number(value.toPrecision(2))) : Math.round(value).toLocaleString('en-US');
  const missed = goal && !goal.met ? ' (missed)' : '';
  const times = cpu && [cpu.ours, cpu.thin ?? []].flat().map(formatMicroseconds).join(' / ');
  return [ratio?.toFixed(2), `${rounded} ${unit}${missed}`, times].filter(Boolean).join(', ');
}

const formatMicroseconds = (time: number) => `${Math.round(time).toLocaleString('en-US')} µs`;

/** Requests a second, and the CPU time of a request in microseconds. */
export type Rate = { rate: number; cpu?: number };
type Measure = () => Rate | Promise<Rate>;

export type Comparison = { name: string; size: number; atLeast?: number; cpuBelow?: number };

/** The first round only warms up. Of the thin server, only the CPU time counts. */
export async function compare(
  { name, size, atLeast, cpuBelow }: Comparison,
  ours: Measure,
  yardstick: { name: string; rate: Measure },
  thin?: Measure,
) {
  const rounds: { mine: Rate; theirs: Rate; least?: Rate }[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    let theirs = round % 2 === 0 ? await yardstick.rate() : null;
    const mine = await ours();
    theirs ??= await yardstick.rate();
    const least = await thin?.();
    if (round >= 0) rounds.push({ mine, theirs, least });
  }
  const middle = (of: (round: (typeof rounds)[number]) => number | undefined) =>
    median(rounds.map((round) => of(round) ?? Number.NaN));
  const ratio = middle(({ mine, theirs }) => mine.rate / theirs.rate);
  const cpu = {
    ours: middle(({ mine }) => mine.cpu),
    ...(thin && { thin: middle(({ least }) => least?.cpu) }),
  };
  addFigure({
    name,
    size,
    unit: '/s',
    value: middle(({ mine }) => mine.rate),
    yardstick: yardstick.name,
    ratio,
    ...(cpu.ours > 0 && { cpu }),
    ...(atLeast && { goal: { text: `≥ ${atLeast}`, met: ratio >= atLeast } }),
    ...(cpuBelow && { goal: { text: `CPU < ${formatMicroseconds(cpuBelow)}`, met: cpu.ours < cpuBelow } }),
  });
}

export const median = (values: number[]): number => quantile(values, 0.5);

export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
