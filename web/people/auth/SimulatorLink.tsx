import { useProduct } from '../../product/use-product';

export function SimulatorLink({ number }: { number?: string }) {
  const { simulatorUrl } = useProduct();
  const search = number ? `?number=${encodeURIComponent(number.trim())}` : '';
  return (
    <a href={`${simulatorUrl}/phone${search}`} target="tagline-phone">
      phone simulator
    </a>
  );
}
