import { useEffect, useLayoutEffect, useRef } from 'react';
import type { SimulatedText } from '../../../src/contract/simulator';
import { Bubble } from './Bubble';
import classes from './Thread.module.css';

const SUGGESTIONS = ['Try the ramen place #food', 'https://bun.sh is worth a look #dev'];

/** A text shows its time only after a pause that is longer than this, in milliseconds. */
const PAUSE_MS = 15 * 60_000;

/** Distance from the end in pixels. If the reader is nearer to the end, new texts scroll into view. */
const NEAR_END = 60;

const timeFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

type Props = {
  owner: string;
  /** The texts, newest first; undefined while they are loading. */
  texts: SimulatedText[] | undefined;
  offline: boolean;
  sending: { body: string; media?: string[] } | undefined;
  onSuggestion: (body: string) => void;
};

/** Shows the conversation of a phone, the oldest text first, scrolled to its end. */
export function Thread({ owner, texts, offline, sending, onSuggestion }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // leaves out texts that did not reach the phone
  const conversation = texts?.filter(({ state }) => state !== 'failed').toReversed() ?? [];
  const newest = conversation.at(-1);
  const answered = newest?.direction === 'outbound';

  // a new text scrolls to the end only if the reader is near the end, or sends a text
  const atEnd = useRef(true);
  const keepAtEnd = () => {
    if (atEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text scrolls to the end
  useLayoutEffect(() => {
    atEnd.current ||= sending !== undefined;
    keepAtEnd();
  }, [newest?.id, sending]);

  // scrolls to the end again when the thread shrinks because the field below it has grown
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (atEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={box}
      className={classes.thread}
      role="log"
      aria-label={`Texts of ${owner}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
      }}
      onLoadCapture={keepAtEnd} // needed because a photo gets its height only when it has loaded
    >
      {texts?.length === 0 && !sending && (
        <div className={classes.start}>
          <p>Send your first text. A #hashtag puts it on a board.</p>
          {SUGGESTIONS.map((body) => (
            <button key={body} type="button" onClick={() => onSuggestion(body)}>
              {body}
            </button>
          ))}
        </div>
      )}
      {conversation.map((text, index) => (
        <div key={text.id} className={classes.line} data-direction={text.direction}>
          {Date.parse(text.timestamp) - Date.parse(conversation[index - 1]?.timestamp ?? '1970') >
            PAUSE_MS && (
            <time className={classes.time} dateTime={text.timestamp}>
              {timeFormat.format(new Date(text.timestamp))}
            </time>
          )}
          <Bubble direction={text.direction} body={text.body} media={text.media} />
        </div>
      ))}
      {sending && (
        <div className={classes.line} data-direction="inbound" data-sending>
          <Bubble direction="inbound" body={sending.body} media={sending.media ?? []} />
        </div>
      )}
      {newest && !answered && !sending && (
        <p className={classes.delivered}>{newest.state === 'held' ? 'On its way' : 'Delivered'}</p>
      )}
      {offline && <p className={classes.delivered}>No connection to the server. Trying again…</p>}
    </div>
  );
}
