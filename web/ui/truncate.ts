const MOST = 100;

/** The first 100 characters, with an ellipsis where there are more (spec 2 and 9). */
export function truncate(text: string): string {
  const characters = [...text];
  return characters.length <= MOST ? text : `${characters.slice(0, MOST).join('')}...`;
}
