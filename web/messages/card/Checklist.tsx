import { useId, useState } from 'react';
import type { ListPart } from '../../../src/contract/checklists';
import type { Message } from '../../../src/contract/messages';
import { isKept, isPending } from '../../product/pending/change';
import { exactTime, relativeTime, useNow } from '../../ui/dates';
import './card-height'; // sets the lengths of the style sheets
import classes from './Checklist.module.css';
import { sortParts, stateOf } from './list-rows';
import { FOLDED_LINES, Parts } from './MessageText';
import { textParts } from './text-parts';
import { tick } from './tick';
import { useTaps } from './use-taps';

type Props = { message: Message; text: string; chips: readonly string[] };

export function Checklist({ message, text, chips }: Props) {
  const [whole, setWhole] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const { open, done } = sortParts(message, text);
  const reachable = new Set(chips);
  const row = (part: ListPart, index: number) => (
    <Row key={part.item ?? `line ${index}`} message={message} part={part} reachable={reachable} />
  );
  const hidden = open.length - FOLDED_LINES;
  return (
    <div className={classes.list} data-checklist>
      <ul dir="auto">
        {(whole ? open : open.slice(0, FOLDED_LINES)).map(row)}
        {unfolded && done.map(row)}
      </ul>
      {hidden > 0 && (
        <button type="button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show ${hidden} more`}
        </button>
      )}
      {done.length > 0 && (
        <button type="button" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {unfolded ? 'Hide ticked' : `${done.length} ticked`}
        </button>
      )}
    </div>
  );
}

type RowProps = { message: Message; part: ListPart; reachable: Set<string> };

function Row({ message, part, reachable }: RowProps) {
  const id = useId();
  const now = useNow();
  const tapsIn = useTaps(message.timestamp);
  const words = (
    <Parts
      parts={textParts(part.text, message.tags, tapsIn(part.text))}
      reachable={reachable}
      message={message}
    />
  );
  const state = stateOf(message, part);
  if (!state) return <li className={classes.line}>{words}</li>;
  const { item, doneAt, doneBy } = state;
  return (
    <li className={classes.item} data-done={doneAt !== null || undefined}>
      <input
        type="checkbox"
        id={id}
        checked={doneAt !== null}
        disabled={isPending(message) && !isKept(message)}
        onChange={({ currentTarget }) => {
          keepFocus(currentTarget);
          void tick(message, item, doneAt === null);
        }}
      />
      <label htmlFor={id}>
        <span className={classes.words}>{words}</span>{' '}
        {doneAt && (
          <small title={exactTime(doneAt)}>
            {[doneBy, relativeTime(doneAt, now)].filter(Boolean).join(' · ')}
          </small>
        )}
      </label>
    </li>
  );
}

/** The row moves, and an element that moves loses the focus: the next row gets it. */
function keepFocus(box: HTMLInputElement) {
  if (document.activeElement !== box) return;
  const list = box.closest('[data-checklist]');
  const index = [...(list?.querySelectorAll('input') ?? [])].indexOf(box);
  requestAnimationFrame(() => {
    if (!list || list.contains(document.activeElement)) return;
    const boxes = list.querySelectorAll('input');
    (boxes[Math.min(index, boxes.length - 1)] ?? list.querySelector('button'))?.focus();
  });
}
