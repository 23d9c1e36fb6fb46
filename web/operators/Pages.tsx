import { Box, Button, Group } from '@mantine/core';
import { withCommas } from '../../src/contract/counts';

type Props = {
  page: number;
  size: number;
  /** If `isTotal` is false, it is only the number of rows known so far, and is not shown. */
  total: number;
  isTotal?: boolean;
  onPage: (page: number) => void;
  label?: string;
};

const LINED = { borderTop: '1px solid var(--line)', fontVariantNumeric: 'tabular-nums' };

export function Pages({ page, size, total, isTotal = true, onPage, label = 'Pages of users' }: Props) {
  if (total <= size && page === 0) return null;
  const last = Math.min((page + 1) * size, total);
  return (
    <Group component="nav" aria-label={label} justify="flex-end" gap="0.6rem" pt="0.9rem" style={LINED}>
      <Box component="span" mr="auto" c="dimmed" role="status">
        {withCommas(Math.min(page * size + 1, total))}–{withCommas(last)}
        {isTotal && ` of ${withCommas(total)}`}
      </Box>
      <Button variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button variant="default" disabled={last >= total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  );
}
