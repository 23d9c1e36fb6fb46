/**
 * Words that are commands when they are the whole text (design 6), as the carriers and Twilio spell them and as
 * people do: any case, accents, white space, punctuation and emoji around or within. "STOP #ideas buy milk" is a note.
 */
const WORDS = {
  stop: ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'arret'],
  start: ['start', 'unstop'],
  yes: ['yes'], // lifts a STOP, and answers an invite
  join: ['join'],
  help: ['help', 'info', 'aide'],
  undo: ['undo'],
};

export type Keyword = keyof typeof WORDS;

/** The command that a text consists of, or null. */
export function keywordOf(body: string): Keyword | null {
  if (body.length > 60 || body.includes('#')) return null;
  const word = body
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  const [keyword] = Object.entries(WORDS).find(([, words]) => words.includes(word)) ?? [];
  return (keyword as Keyword | undefined) ?? null;
}
