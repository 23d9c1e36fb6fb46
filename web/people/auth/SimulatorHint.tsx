import { useProduct } from '../../product/use-product';
import classes from './SplitScreen.module.css';

type Props = { before: string; after?: string; number?: string };

/** A sentence with a link to the phone simulator, if the server has one. */
export function SimulatorHint({ before, after = '.', number }: Props) {
  const { simulatorUrl } = useProduct();
  const search = number ? `?number=${encodeURIComponent(number.trim())}` : '';
  return (
    simulatorUrl && (
      <p className={classes.hint}>
        {before}{' '}
        <a href={`${simulatorUrl}/phone${search}`} target="tagline-phone">
          phone simulator
        </a>
        {after}
      </p>
    )
  );
}
