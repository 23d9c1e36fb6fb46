import { trpc } from '../../product/trpc';
import { Ago } from '../../ui/times';
import classes from './Mailbox.module.css';

/** The mails of a simulated phone's owner, as a mail program shows them. Without any, nothing. */
export function Mailbox({ phone, owner }: { phone: string; owner: string }) {
  const mails = trpc.simulator.mails.useQuery({ phone }, { refetchInterval: 2000 }).data ?? [];
  if (mails.length === 0) return null;
  return (
    <section className={classes.box} aria-label={`Mails of ${owner}`}>
      {mails.map(({ id, address, subject, page, timestamp }, index) => (
        <details key={id} open={index === 0}>
          <summary>
            <strong>{subject}</strong>
            <span>
              to {address} · <Ago at={timestamp} />
            </span>
          </summary>
          {/* the page is of what people wrote, so it runs no scripts */}
          <iframe
            src={page}
            title={subject}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            loading="lazy"
          />
        </details>
      ))}
    </section>
  );
}
