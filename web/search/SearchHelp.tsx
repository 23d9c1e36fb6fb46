import { Group } from '@mantine/core';
import classes from './SearchPage.module.css';

const EXAMPLES: [filter: string, meaning: string][] = [
  ['#food', 'on a board of yours'],
  ['from:bob', 'by somebody'],
  ['after:2026-01', 'since a day, month or year'],
  ['before:2026-06-30', 'until then'],
  ['has:link', 'with a link'],
  ['has:photo', 'with a photo'],
  ['has:file', 'with a file'],
  ['in:2026-02', 'in a month, a year or on a day'],
  ['"on ice"', 'exactly these words'],
  ['-spicy', 'without a word'],
];

export function SearchHelp({ onPick }: { onPick: (filter: string) => void }) {
  return (
    <details className={classes.help} id="search-help">
      <summary>Search tips</summary>
      <p>Misspellings and other words for the same are found as similar. These narrow a search:</p>
      <ul className={classes.filters}>
        {EXAMPLES.map(([filter, meaning]) => (
          <Group component="li" key={filter} gap="0.6rem" wrap="nowrap">
            <button type="button" onClick={() => onPick(filter)}>
              {filter}
            </button>
            <span>{meaning}</span>
          </Group>
        ))}
      </ul>
    </details>
  );
}
