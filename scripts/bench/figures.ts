/** Number of rounds that count. In each round, both the yardstick and the product are measured. */
export const ROUNDS = 5;
export const ROUND_MS = 600;

export type Figure = {
  name: string;
  /** Messages in the database. */
  size: number;
  /** The result of measuring the product, in `unit`. */
  ours: number;
  unit: string;
  yardstick?: { name: string; value: number };
  /** The product's rate divided by the yardstick's rate: the median of all rounds. */
  ratio?: number;
  goal?: { text: string; met: boolean };
};

export const figures: Figure[] = [];

export function addFigure(figure: Figure) {
  figures.push(figure);
  const ratio = figure.ratio === undefined ? '' : `, ${figure.ratio.toFixed(2)} of ${figure.yardstick?.name}`;
  console.error(`${figure.size.toLocaleString('en-US')}: ${figure.name}: ${formatFigure(figure)}${ratio}`);
}

export const formatFigure = ({ ours, unit }: Pick<Figure, 'ours' | 'unit'>) =>
  `${ours < 10 && ours % 1 > 0 ? ours.toFixed(1) : Math.round(ours).toLocaleString('en-US')} ${unit}`;

type Rate = () => number | Promise<number>;

/**
 * Measures the rates of the product and of a yardstick in turns, and adds the figure. The order of the two
 * changes from round to round. The first round only warms up and does not count.
 */
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
  addFigure({
    name,
    size,
    unit: '/s',
    ours: median(pairs.map(({ mine }) => mine)),
    yardstick: { name: yardstick.name, value: median(pairs.map(({ theirs }) => theirs)) },
    ratio,
    ...(atLeast && { goal: { text: `≥ ${atLeast}`, met: ratio >= atLeast } }),
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
