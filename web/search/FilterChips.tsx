import { CloseButton, Group } from '@mantine/core';
import type { QueryFilter } from '../../src/contract/query';
import classes from './SearchPage.module.css';

const LABELS: Record<QueryFilter['kind'], (value: string) => string> = {
  tag: (tag) => tag,
  from: (who) => `from ${who}`,
  after: (date) => `since ${date}`,
  before: (date) => `before ${date}`,
  in: (date) => `in ${date}`,
  has: (what) => `with a ${what}`,
  phrase: (words) => `“${words}”`,
  excluded: (what) => `without ${what}`,
};

type Props = {
  filters: QueryFilter[];
  board?: string;
  onRemove: (filter: QueryFilter) => void;
  onLeaveBoard: () => void;
};

export function FilterChips({ filters, board, onRemove, onLeaveBoard }: Props) {
  if (filters.length === 0 && board === undefined) return null;
  return (
    <Group component="ul" gap="0.4rem" aria-label="Narrowed to">
      {board !== undefined && <Chip label={`on #${board}`} onRemove={onLeaveBoard} />}
      {filters.map((filter) => (
        <Chip
          key={filter.start}
          label={LABELS[filter.kind](filter.value)}
          onRemove={() => onRemove(filter)}
        />
      ))}
    </Group>
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
