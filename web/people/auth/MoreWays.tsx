import { useProduct } from '../../product/use-product';
import { ProviderSignIn } from './ProviderSignIn';
import { TestPhones } from './TestPhones';

type Props = Parameters<typeof TestPhones>[0];

/** One module, so that the first screen names one file for the ways that few servers have. */
export function MoreWays(props: Props) {
  const { provider, simulatorUrl } = useProduct();
  return (
    <>
      {provider && <ProviderSignIn name={provider} />}
      {simulatorUrl && <TestPhones {...props} />}
    </>
  );
}
