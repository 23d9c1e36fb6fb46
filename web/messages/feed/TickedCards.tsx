import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { countOf } from '../../../src/contract/counts';
import type { Message } from '../../../src/contract/messages';
import { useBoardCard } from '../../boards/use-seen';
import { isDone } from '../../product/pending/items';

const NONE: readonly Message[] = [];

/** On a list, messages of which everything is ticked come last, folded. */
export function useTickedLast(cards: readonly Message[], tag: string | undefined) {
  const isList = useBoardCard(tag ?? '')?.list ?? false;
  return useMemo(
    () =>
      isList
        ? { open: cards.filter((card) => !isDone(card)), ticked: cards.filter(isDone) }
        : { open: cards, ticked: NONE },
    [cards, isList],
  );
}

export function TickedCards({ count, children }: { count: number; children: ReactNode }) {
  const [unfolded, setUnfolded] = useState(false);
  const Icon = unfolded ? IconChevronUp : IconChevronDown;
  return (
    <>
      <Button
        variant="subtle"
        my="0.75rem"
        leftSection={<Icon size={18} aria-hidden />}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {countOf(count, 'ticked message')}
      </Button>
      {unfolded && children}
    </>
  );
}
