/** A figure, with its goal if it has one: at least `least` or at most `most`. */
export type Figure = { name: string; value: number; unit?: string; least?: number; most?: number };

/** Prints the figures as a Markdown table. */
export function printFigures(figures: Figure[]): void {
  console.log('| figure | goal | measured | |\n|---|---|---|---|');
  for (const figure of figures) {
    const unit = figure.unit ? ` ${figure.unit}` : '';
    const { value, least, most } = figure;
    const goals = [
      least === undefined ? [] : `at least ${least}${unit}`,
      most === undefined ? [] : `at most ${most}${unit}`,
    ];
    const isMet = value >= (least ?? value) && value <= (most ?? value);
    console.log(`| ${figure.name} | ${goals.flat().join()} | ${value}${unit} | ${isMet ? 'ok' : 'missed'} |`);
  }
}
