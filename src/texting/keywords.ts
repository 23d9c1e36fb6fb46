/** What carriers and Twilio take as commands when it is the whole text, in any case, with any punctuation around it. */
const STOP = [
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'revoke',
  'optout',
  'opt out',
];
const START = ['start', 'unstop', 'yes'];
const HELP = ['help', 'info'];

export type Keyword = 'stop' | 'start' | 'help';

/** The keyword that a text consists of, or null: "STOP #ideas buy milk" is a note. */
export function keywordOf(body: string): Keyword | null {
  const words = body
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();
  if (STOP.includes(words)) return 'stop';
  if (START.includes(words)) return 'start';
  if (HELP.includes(words)) return 'help';
  return null;
}
