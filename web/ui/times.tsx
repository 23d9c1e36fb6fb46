import { exactTime, relativeTime, shortDate, useNow } from './dates';

/** Shows the age of a time, such as "5 minutes ago", with the exact time as its tooltip. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** Shows a time as MM/dd/yy, with the exact time as its tooltip. */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {shortDate(at)}
  </time>
);
