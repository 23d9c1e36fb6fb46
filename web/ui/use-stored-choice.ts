import { useState } from 'react';

/**
 * Returns one of `choices` and a function that changes it. The choice is remembered in this browser; the
 * first of `choices` is the default.
 */
export function useStoredChoice<T extends string>(key: string, choices: readonly [T, ...T[]]) {
  const [choice, setChoice] = useState<T>(
    () => choices.find((one) => one === localStorage.getItem(key)) ?? choices[0],
  );
  const choose = (next: T) => {
    localStorage.setItem(key, next);
    setChoice(next);
  };
  return [choice, choose] as const;
}
