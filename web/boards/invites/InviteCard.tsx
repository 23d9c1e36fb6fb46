import { trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { QrCode } from '../../ui/QrCode';
import classes from './InviteCard.module.css';
import { InviteLink } from './InviteLink';

export function InviteCard() {
  const { name } = useProduct();
  const { data } = trpc.invites.mine.useQuery(undefined, { staleTime: 'static' });
  return (
    <section className={classes.card} aria-labelledby="invite">
      <div className={classes.text}>
        <h2 id="invite">Invite somebody</h2>
        <p>Whoever opens this link, or points a camera at the code, can start using {name} by text.</p>
        <InviteLink />
      </div>
      <QrCode text={data?.url} label="QR code of your invite link" />
    </section>
  );
}
