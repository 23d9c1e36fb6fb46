/** Gives lengths to the style sheets, as custom properties such as `--card-gap`. Numbers are in rem. */
export function shareLengths<T extends Record<string, number>>(prefix: string, lengths: T): T {
  for (const [name, length] of Object.entries(lengths))
    document.documentElement.style.setProperty(`--${prefix}-${name}`, `${length}rem`);
  return lengths;
}

let fontSize: number | undefined;
/** Returns 1 rem in pixels, which is the font size that the reader has chosen in the browser. */
export const remSize = () =>
  (fontSize ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
