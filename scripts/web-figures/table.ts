/** A figure with its goal: it must be at least `least` or at most `most`. */
export type Figure = { name: string; value: number; unit?: string } & ({ least: number } | { most: number });

/** Prints the figures as a Markdown table. */
export function printFigures(figures: Figure[]): void {
  console.log('| figure | goal | measured | |\n|---|---|---|---|');
  for (const figure of figures) {
    const unit = figure.unit ? ` ${figure.unit}` : '';
    const [goal, isMet] =
      'least' in figure
        ? [`at least ${figure.least}`, figure.value >= figure.least]
        : [`at most ${figure.most}`, figure.value <= figure.most];
    console.log(`| ${figure.name} | ${goal}${unit} | ${figure.value}${unit} | ${isMet ? 'ok' : 'missed'} |`);
  }
}
