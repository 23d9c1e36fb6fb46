import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { pinBoard } from './cached-cards';
import classes from './PinButton.module.css';

type Props = { name: string; pinned: boolean };

export function PinButton({ name, pinned }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const pressedBy = useRef<'pointer' | 'key'>(null);

  // returns the focus to the button: the board moves in its list, and an element that moves loses the focus
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the board has moved
  useEffect(() => {
    if (pressedBy.current) button.current?.focus({ preventScroll: pressedBy.current === 'pointer' });
    pressedBy.current = null;
  }, [pinned]);

  function toggle({ detail }: MouseEvent) {
    pressedBy.current = detail === 0 ? 'key' : 'pointer';
    pinBoard(name, !pinned);
  }

  const Icon = pinned ? IconPinFilled : IconPin;
  return (
    <button
      ref={button}
      type="button"
      className={classes.pin}
      data-pin
      data-touch
      aria-pressed={pinned}
      aria-label={`Pin #${name}`}
      title={pinned ? 'Unpin' : 'Pin to the top'}
      onClick={toggle}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
