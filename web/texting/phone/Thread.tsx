import { useEffect, useRef } from 'react';
import type { SimulatedText } from '../../../src/contract/simulator';
import { exactTime, sinceWhen, useNow } from '../../ui/dates';
import { Bubble } from './Bubble';
import classes from './Phone.module.css';

type Props = {
  owner: string;
  /** The texts, newest first; undefined while they are loading. */
  texts: SimulatedText[] | undefined;
  offline: boolean;
  sending: { body: string; media?: string[] } | undefined;
};

/** Shows the conversation of a phone, the oldest text first, scrolled to its end. */
export function Thread({ owner, texts, offline, sending }: Props) {
  const now = useNow();
  const box = useRef<HTMLDivElement>(null);
  const arrived = texts?.filter(({ state }) => state !== 'failed').toReversed() ?? [];
  useEffect(() => {
    if (sending) box.current?.scrollTo({ top: 0 }); // the end, because the box is reversed
  }, [sending]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
    <div ref={box} className={classes.thread} role="log" aria-label={`Texts of ${owner}`} tabIndex={0}>
      <div>
        {texts?.length === 0 && !sending && <p>Send your first text. A #hashtag puts it on a board.</p>}
        {arrived.map(({ id, direction, body, media, state, timestamp }) => (
          <div key={id} className={classes.text} data-direction={direction}>
            <Bubble direction={direction} body={body} media={media} />
            <small>
              {state === 'held' ? 'On its way' : direction === 'inbound' && 'Delivered'}{' '}
              <time dateTime={timestamp} title={exactTime(timestamp)}>
                {sinceWhen(timestamp, now)}
              </time>
            </small>
          </div>
        ))}
        {sending && (
          <div className={classes.text} data-direction="inbound" data-sending>
            <Bubble direction="inbound" body={sending.body} media={sending.media ?? []} />
          </div>
        )}
        {offline && <p>No connection to the server. Trying again…</p>}
      </div>
    </div>
  );
}
