/** Maximum number of characters of all cached answers and their keys together. */
const TOTAL_MAX = 8 * 1024 * 1024;
/** Maximum number of characters of an answer that is cached. */
const ANSWER_MAX = 256 * 1024;

/** This is enough for the longest URL of the web app (web/product/trpc.ts: maxURLLength). */
const KEY_MAX = 6_100;

/** The headers are those of a page. */
type Answer = { body: string; headers?: [name: string, value: string][] };

export type RecentAnswers = ReturnType<typeof recentAnswers>;

/**
 * An entry never becomes wrong, because its ETag contains the user's version, and no version is used twice.
 */
export function recentAnswers() {
  const answers = new Map<string, Answer>(); // least recently used first
  let total = 0;
  return {
    get(key: string): Answer | undefined {
      const answer = answers.get(key);
      if (answer === undefined) return undefined;
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },

    add(key: string, answer: Answer): void {
      if (answer.body.length > ANSWER_MAX || key.length > KEY_MAX || answers.has(key)) return;
      answers.set(key, answer);
      total += key.length + answer.body.length;
      for (const [oldKey, oldAnswer] of answers) {
        if (total <= TOTAL_MAX) break;
        answers.delete(oldKey);
        total -= oldKey.length + oldAnswer.body.length;
      }
    },
  };
}
