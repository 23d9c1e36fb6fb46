import type { Figure } from './figures';

const WIDTH = 760;
const LABEL = 300;
const BAR = 9;
const ROW = 20;
/** Ratio whose bar is as wide as the chart. Bars of higher ratios are cut off. */
const MOST = 1.5;

/**
 * Returns an SVG picture of the ratios. Figures with the same name form a group, with one bar for each size
 * of the database. Bars are darker for larger databases. A mark shows the goal if there is one.
 */
export function chart(figures: Figure[]): string {
  const rated = figures.filter(({ ratio }) => ratio !== undefined);
  const groups = Map.groupBy(rated, ({ name, yardstick }) => `${name}, beside ${yardstick?.name}`);
  const across = (ratio: number) => ((WIDTH - LABEL - 60) * Math.min(ratio, MOST)) / MOST;
  const parts: string[] = [];
  let y = 30;
  for (const [, group] of groups) {
    const [first] = group;
    const goal = Number(/[\d.]+/.exec(first?.goal?.text ?? '')?.[0] ?? Number.NaN);
    const height = group.length * BAR;
    parts.push(
      `<text x="${LABEL - 10}" y="${y + height / 2 + 4}" text-anchor="end">${Bun.escapeHTML(first?.name ?? '')}</text>`,
    );
    for (const [n, { ratio = 0 }] of group.entries()) {
      const top = y + n * BAR;
      parts.push(
        `<rect x="${LABEL}" y="${top}" width="${across(ratio).toFixed(1)}" height="${BAR - 2}" rx="2" class="b${n}"/>`,
        `<text x="${(LABEL + across(ratio) + 5).toFixed(1)}" y="${top + BAR - 2}" class="n">${ratio.toFixed(2)}</text>`,
      );
    }
    if (goal > 0)
      parts.push(
        `<path d="M${(LABEL + across(goal)).toFixed(1)} ${y - 3}v${height + 4}" class="goal"><title>goal ${goal.toFixed(2)}</title></path>`,
      );
    y += height + ROW - BAR;
  }
  const one = LABEL + across(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 10}" role="img" aria-label="Ratios to the yardsticks">
<style>text{font:12px system-ui,sans-serif;fill:#57534e}.n{font-size:8px}.b0{fill:#fdba8c}.b1{fill:#ea7a3b}.b2{fill:#b53c0b}.one{stroke:#a8a29e;stroke-dasharray:3 3}.goal{stroke:#1c1917;stroke-width:2}
@media (prefers-color-scheme:dark){text{fill:#d6d3d1}.goal{stroke:#fafaf9}}</style>
<path d="M${one.toFixed(1)} 20V${y}" class="one"/><text x="${one.toFixed(1)}" y="14" text-anchor="middle">as fast as the yardstick</text>
${parts.join('\n')}
</svg>
`;
}
