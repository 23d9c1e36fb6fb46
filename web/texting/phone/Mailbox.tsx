import type { SimulatedMail } from '../../../src/contract/simulator';
import { trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { Ago } from '../../ui/times';
import classes from './Mailbox.module.css';
import { MailForm } from './MailForm';

/** The mails of a simulated phone's owner, as a mail program shows them, and a form to write one. */
export function Mailbox({ phone, owner }: { phone: string; owner: string }) {
  const mails = trpc.simulator.mails.useQuery({ phone }, { refetchInterval: 2000 }).data ?? [];
  const { mail } = useProduct();
  const [newest] = mails;
  if (!newest && !mail) return null;
  return (
    <details className={classes.box}>
      <summary>
        Mails of {owner}
        {newest && ` (${mails.length})`}
        {newest && <strong>: {newest.subject}</strong>}
      </summary>
      {mail && <MailForm phone={phone} owner={owner} />}
      {mails.map((mail, index) => (
        <Mail key={mail.id} {...mail} isOpen={index === 0} />
      ))}
    </details>
  );
}

const Mail = ({ address, subject, page, timestamp, isOpen }: SimulatedMail & { isOpen: boolean }) => (
  <details open={isOpen}>
    <summary>
      <strong>{subject}</strong>
      <span>
        to {address} · <Ago at={timestamp} />
      </span>
    </summary>
    {/* the page is of what people wrote, so it runs no scripts */}
    <iframe src={page} title={subject} sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" />
  </details>
);
