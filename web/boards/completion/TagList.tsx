import { VisuallyHidden } from '@mantine/core';
import { IconLock, IconPlus, IconUsers } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { viewersOf } from '../../../src/contract/audience';
import { tint } from '../../product/tint';
import type { Field } from './caret';
import type { TagOption } from './match-tags';
import { placeList } from './place-list';
import classes from './TagList.module.css';

type Props = {
  id: string;
  field: RefObject<Field | null>;
  start: number | null;
  options: TagOption[];
  active: number;
  onPick: (option: TagOption) => void;
};

/** In the browser's top layer no dialog cuts the list off. */
export function TagList({ id, field, start, options, active, onPick }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.showPopover?.();
  }, []);
  useLayoutEffect(() => {
    const place = () => list.current && field.current && placeList(list.current, field.current, start);
    place();
    // listens in the capture phase, because the dialog scrolls and its scroll event does not bubble
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    window.visualViewport?.addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
      window.visualViewport?.removeEventListener('resize', place);
    };
  });
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} popover="manual" role="listbox" aria-label="Boards" className={classes.list}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={option.tag}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={classes.option}
          onMouseDown={(event) => event.preventDefault()} // keeps the focus in the field
          onClick={() => onPick(option)}
        >
          <Row option={option} />
        </div>
      ))}
    </div>
  );
}

function Row({ option }: { option: TagOption }) {
  const { tag, isNew } = option;
  return (
    <>
      <i className={classes.icon} aria-hidden data-new={isNew || undefined} {...(isNew ? {} : tint(tag))}>
        {isNew ? <IconPlus size="1rem" /> : option.sharedId === null ? '#' : <IconUsers size="1rem" />}
      </i>
      <span className={classes.name} dir="auto" data-clip>
        {isNew ? (
          <>
            New board <bdi>#{tag}</bdi>
          </>
        ) : (
          `#${tag}`
        )}
      </span>{' '}
      {!isNew && <small>({option.count.toLocaleString('en-US')})</small>}{' '}
      <Viewers others={isNew ? null : option.others} />
    </>
  );
}

const Viewers = ({ others }: { others: number | null }) => (
  <span className={classes.viewers}>
    {others === null ? (
      <>
        <IconLock size="1rem" aria-hidden />
        <VisuallyHidden>{viewersOf(null)}</VisuallyHidden>
      </>
    ) : (
      viewersOf(others)
    )}
  </span>
);
