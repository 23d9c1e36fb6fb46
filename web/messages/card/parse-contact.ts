/**
 * Returns the name on a contact card (vCard, RFC 6350) and its first phone number. If the card has no phone
 * number, returns the first email address instead. A value that the card does not have is null.
 */
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
