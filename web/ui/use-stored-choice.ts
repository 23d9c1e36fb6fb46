import { useState } from 'react';

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
