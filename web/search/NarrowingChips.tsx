import { displayName } from '../../src/contract/people';
import type { QueryFilter } from '../../src/contract/query';
import { useBoards } from '../boards/use-boards';
import { trpc } from '../product/trpc';
import { withoutFilter } from './query-text';
import classes from './SearchPage.module.css';

const CONTENTS = [
  ['Photos', 'photo'],
  ['Links', 'link'],
  ['Files', 'file'],
] as const;
const MONTHS = 12;

type Props = {
  text: string;
  filters: QueryFilter[];
  board: string | undefined;
  onAsk: (text: string) => void;
};

export function NarrowingChips({ text, filters, board, onAsk }: Props) {
  const { tags, shared } = useBoards();
  const people = trpc.boards.people.useQuery().data ?? [];
  const boards =
    board === undefined ? [...(tags.data ?? []), ...(shared.data ?? []).map(({ name }) => name)] : [];
  const add = (filter: string, to = text) => onAsk(`${to.trimEnd()} ${filter}`.trimStart());
  const names = people.map((person) => displayName(person).replaceAll('"', ''));
  const month = filters.find(({ kind }) => kind === 'in');
  return (
    <fieldset className={classes.narrowing}>
      <legend>Narrow the search</legend>
      {CONTENTS.map(([label, what]) => {
        const set = filters.find(({ kind, value }) => kind === 'has' && value === what);
        return (
          <button
            key={what}
            type="button"
            aria-pressed={set !== undefined}
            onClick={() => (set ? onAsk(withoutFilter(text, set)) : add(`has:${what}`))}
          >
            {label}
          </button>
        );
      })}
      <Choice
        label="People"
        options={['me', ...names].map((name) => [name === 'me' ? 'Me' : name, `from:"${name}"`])}
        onChoose={add}
      />
      <Choice label="Boards" options={boards.map((name) => [`#${name}`, `#${name}`])} onChoose={add} />
      <Choice
        label="Months"
        options={lastMonths(new Date())}
        onChoose={(filter) => add(filter, month ? withoutFilter(text, month) : text)}
      />
    </fieldset>
  );
}

type ChoiceProps = {
  label: string;
  options: [label: string, filter: string][];
  onChoose: (filter: string) => void;
};

function Choice({ label, options, onChoose }: ChoiceProps) {
  if (options.length === 0) return null;
  return (
    <select aria-label={label} value="" onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="" disabled hidden>
        {label}
      </option>
      {options.map(([label, filter]) => (
        <option key={filter} value={filter}>
          {label}
        </option>
      ))}
    </select>
  );
}

const lastMonths = (now: Date) =>
  Array.from({ length: MONTHS }, (_, ago): [string, string] => {
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() - ago));
    const label = month.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return [label, `in:${month.toISOString().slice(0, 7)}`];
  });
