import { useProduct } from '../../product/use-product';
import { useLocation } from '../../ui/router';
import { ProviderReturn } from './ProviderReturn';
import { ProviderSignIn } from './ProviderSignIn';
import { TestPhones } from './TestPhones';

type Props = Parameters<typeof TestPhones>[0];

/** One module, so that the first screen names one file for the ways that few servers have. */
export function MoreWays(props: Props) {
  const { provider, simulatorUrl } = useProduct();
  // the provider sends the browser back to this page
  const Provider = new URLSearchParams(useLocation().searchStr).has('state')
    ? ProviderReturn
    : ProviderSignIn;
  return (
    <>
      {provider && <Provider name={provider} />}
      {simulatorUrl && <TestPhones {...props} />}
    </>
  );
}
