import { useProduct } from '../../product/use-product';

/** Link to the phone simulator, which opens the phone with this number if there is one. */
export function SimulatorLink({ number }: { number?: string }) {
  const { simulatorUrl } = useProduct();
  const search = number ? `?number=${encodeURIComponent(number.trim())}` : '';
  return (
    <a href={`${simulatorUrl}/phone${search}`} target="tagline-phone">
      phone simulator
    </a>
  );
}
