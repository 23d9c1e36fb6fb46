/** Reads a vCard (RFC 6350). */
export function parseContact(card: string): { name: string | null; phoneOrEmail: string | null } {
  const lines = card.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const value = (property: RegExp) => {
    const line = lines.find((line) => property.test(line));
    return (
      line
        ?.slice(line.indexOf(':') + 1)
        .replaceAll(/\\([,;\\])/g, '$1')
        .trim() || null
    );
  };
  return {
    name: value(/^(\w+\.)?FN[;:]/i),
    phoneOrEmail: value(/^(\w+\.)?TEL[;:]/i) ?? value(/^(\w+\.)?EMAIL[;:]/i),
  };
}
