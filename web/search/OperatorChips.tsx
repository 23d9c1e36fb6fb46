import { CloseButton } from '@mantine/core';
import type { QueryFilter } from '../../src/contract/search';
import classes from './SearchPage.module.css';

const MEANS: Record<QueryFilter['kind'], (value: string) => string> = {
  tag: (tag) => tag,
  from: (who) => `from ${who}`,
  after: (date) => `since ${date}`,
  before: (date) => `before ${date}`,
  has: (what) => `with a ${what}`,
  phrase: (words) => `“${words}”`,
  excluded: (what) => `without ${what}`,
};

type Props = {
  operators: QueryFilter[];
  board?: string;
  onRemove: (operator: QueryFilter) => void;
  onLeaveBoard: () => void;
};

/** How the question was understood: one chip for each operator, which can be taken away again. */
export function OperatorChips({ operators, board, onRemove, onLeaveBoard }: Props) {
  if (operators.length === 0 && board === undefined) return null;
  return (
    <ul className={classes.chips} aria-label="Narrowed to">
      {board !== undefined && <Chip label={`on #${board}`} onRemove={onLeaveBoard} />}
      {operators.map((operator) => (
        <Chip
          key={operator.start}
          label={MEANS[operator.kind](operator.value)}
          onRemove={() => onRemove(operator)}
        />
      ))}
    </ul>
  );
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <li className={classes.chip}>
      <span>{label}</span>
      <CloseButton size="sm" radius="xl" aria-label={`Remove ${label}`} onClick={onRemove} />
    </li>
  );
}
