import { type DigestWords, parseDigestWords } from '../../contract/digests';

const EVENING = '20:00';
const CLEAR = /\d\s*(?:[ap]\.?m|h)|\d[:.]\d|noon|midnight/i;

/** `ASK daily 8pm #diary` has the words of a digest, but no weeks, and 8 is in the evening. */
export function parseEvening(words: string): DigestWords | null {
  const asked = parseDigestWords(words);
  if (!asked || asked.off) return asked;
  const when = words.replace(/[#＃]\S+/g, '');
  if (asked.weekday !== null) return null;
  if (!/\d|noon|midnight/i.test(when)) return { ...asked, time: EVENING };
  const hour = Number(asked.time.slice(0, 2));
  const isLater = !CLEAR.test(when) && hour > 0 && hour < 12;
  return isLater ? { ...asked, time: `${hour + 12}${asked.time.slice(2)}` } : asked;
}
