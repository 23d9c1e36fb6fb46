/** Rounds that count, each of yardstick and product in turn. */
export const ROUNDS = 5;
export const ROUND_MS = 600;

export type Figure = {
  name: string;
  /** Messages in the database. */
  size: number;
  ours: number;
  unit: string;
  yardstick?: { name: string; value: number };
  /** The median of each round's own ratio of ours to the yardstick. */
  ratio?: number;
  goal?: { text: string; met: boolean };
};

export const figures: Figure[] = [];

export function note(figure: Figure) {
  figures.push(figure);
  const ratio = figure.ratio === undefined ? '' : `, ${figure.ratio.toFixed(2)} of ${figure.yardstick?.name}`;
  console.error(`${figure.size.toLocaleString('en-US')}: ${figure.name}: ${shown(figure)}${ratio}`);
}

export const shown = ({ ours, unit }: Pick<Figure, 'ours' | 'unit'>) =>
  `${ours < 10 && ours % 1 > 0 ? ours.toFixed(1) : Math.round(ours).toLocaleString('en-US')} ${unit}`;

type Rate = () => number | Promise<number>;

/** The rate of something beside that of its yardstick. They take turns, the other way round in every second round; one round before does not count. */
export async function compare(
  { name, size, atLeast }: { name: string; size: number; atLeast?: number },
  ours: Rate,
  yardstick: { name: string; rate: Rate },
) {
  const pairs: { mine: number; theirs: number }[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    let theirs = round % 2 === 0 ? await yardstick.rate() : 0;
    const mine = await ours();
    theirs ||= await yardstick.rate();
    if (round >= 0) pairs.push({ mine, theirs });
  }
  const ratio = median(pairs.map(({ mine, theirs }) => mine / theirs));
  note({
    name,
    size,
    unit: '/s',
    ours: median(pairs.map(({ mine }) => mine)),
    yardstick: { name: yardstick.name, value: median(pairs.map(({ theirs }) => theirs)) },
    ratio,
    ...(atLeast && { goal: { text: `≥ ${atLeast}`, met: ratio >= atLeast } }),
  });
}

/** A figure that must stay below a bound. */
export function bounded(name: string, size: number, ours: number, unit: string, most: number) {
  note({ name, size, ours, unit, goal: { text: `< ${most} ${unit}`, met: ours < most } });
}

export const median = (values: number[]): number => quantile(values, 0.5);

export function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
