/** Characters of all answers that are kept, and of the longest of them. */
const ALL = 8 * 1024 * 1024;
const LONGEST = 256 * 1024;

export type RecentAnswers = ReturnType<typeof recentAnswers>;

/**
 * The answers composed lately, by the version and address they answer. A version is never used twice, so they
 * need not be taken back: what nobody asks for any more makes room for the rest.
 */
export function recentAnswers() {
  const answers = new Map<string, string>(); // the one used longest ago first
  let size = 0;
  return {
    get(key: string): string | undefined {
      const answer = answers.get(key);
      if (answer === undefined) return undefined;
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },

    keep(key: string, answer: string): void {
      if (answer.length > LONGEST || answers.has(key)) return;
      answers.set(key, answer);
      size += answer.length;
      for (const [oldest, { length }] of answers) {
        if (size <= ALL) break;
        answers.delete(oldest);
        size -= length;
      }
    },
  };
}
