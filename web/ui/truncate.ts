const MAX_CHARACTERS = 100;

/** Returns the first 100 characters of a string, followed by an ellipsis if there are more. */
export function truncate(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_CHARACTERS ? text : `${characters.slice(0, MAX_CHARACTERS).join('')}...`;
}
