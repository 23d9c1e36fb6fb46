import classes from './SearchPage.module.css';

const OPERATORS: [written: string, means: string][] = [
  ['#food', 'on a board of yours'],
  ['from:bob', 'by somebody'],
  ['after:2026-01', 'since a day, month or year'],
  ['before:2026-06-30', 'until then'],
  ['has:link', 'with a link'],
  ['has:photo', 'with a photo'],
  ['"on ice"', 'exactly these words'],
  ['-spicy', 'without a word'],
];

/** The operators, each of which can be put into the box. */
export function SearchHelp({ onPick }: { onPick: (written: string) => void }) {
  return (
    <details className={classes.help} id="search-help">
      <summary>Search tips</summary>
      <p>Parts of words and small misspellings are found too. These narrow a search:</p>
      <ul>
        {OPERATORS.map(([written, means]) => (
          <li key={written}>
            <button type="button" onClick={() => onPick(written)}>
              {written}
            </button>
            <span>{means}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
