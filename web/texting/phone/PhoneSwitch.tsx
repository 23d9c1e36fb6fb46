import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatPhone } from '../../../src/contract/people';
import classes from './PhoneSwitch.module.css';
import type { TestPhone } from './use-phones';

type Props = {
  phones: readonly TestPhone[];
  shown: TestPhone | undefined;
  /** Phone numbers that have a text that was not seen yet. */
  withNewTexts: ReadonlySet<string>;
  /** Id of the element that shows the phone. */
  panel: string;
  onShow: (phone: string) => void;
};

/** Number of tabs by which each key moves the selection. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs with the people whose phones can be shown. A dot marks people with a new text. */
export function PhoneSwitch({ phones, shown, withNewTexts, panel, onShow }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const number = shown?.phone;
  useEffect(() => {
    if (number) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [number]);

  function move(event: KeyboardEvent) {
    const at = phones.findIndex(({ phone }) => phone === number);
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? phones.length - 1
          : (at + (STEPS[event.key] ?? 0) + phones.length) % phones.length;
    const next = phones[to];
    if (to === at || !next) return;
    event.preventDefault();
    onShow(next.phone);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  }

  return (
    <div ref={list} role="tablist" aria-label="Test phones" className={classes.switch} onKeyDown={move}>
      {phones.map(({ phone, name }) => (
        <button
          key={phone}
          type="button"
          role="tab"
          className={classes.person}
          aria-selected={phone === number}
          aria-controls={panel}
          tabIndex={phone === number ? 0 : -1}
          title={formatPhone(phone)}
          onClick={() => onShow(phone)}
        >
          {name || formatPhone(phone)}
          {withNewTexts.has(phone) && <i className={classes.dot} role="img" aria-label="new text" />}
        </button>
      ))}
    </div>
  );
}
