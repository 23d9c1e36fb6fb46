import { trpc } from '../../product/trpc';
import { exactTime, relativeTime, useNow } from '../../ui/dates';
import page from '../ProfilePage.module.css';
import classes from './DevicesCard.module.css';

/**
 * Shows the account log, the newest entry first (docs/product.md: Account log). Renders nothing if there are
 * no entries; most people have none.
 */
export function AccountLogCard() {
  const { data = [] } = trpc.passkeys.accountLog.useQuery();
  const now = useNow();
  if (data.length === 0) return null;
  return (
    <div className={page.card}>
      <section aria-labelledby="account-log">
        <h2 id="account-log">Account log</h2>
        <p>What happened to the ways into your account. Tell an operator if you do not know of something.</p>
        <ul className={classes.devices}>
          {data.map(({ at, text }) => (
            <li key={`${at} ${text}`} className={classes.what}>
              <strong>{text}</strong>
              <span>
                <time dateTime={at} title={exactTime(at)}>
                  {relativeTime(at, now)}
                </time>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
