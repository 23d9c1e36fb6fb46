const MAX_CHARACTERS = 100;

export function truncate(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_CHARACTERS ? text : `${characters.slice(0, MAX_CHARACTERS).join('')}...`;
}
