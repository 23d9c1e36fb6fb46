import { unknownNumber } from '../../src/contract/unknown-number';
import { errorMessage } from '../product/trpc';
import { useProduct } from '../product/use-product';

/** Returns a function that tells if an error means that nobody has an account with the invited number. */
export function useIsUnknownNumber() {
  const { name } = useProduct();
  return (error: unknown) => errorMessage(error, '') === unknownNumber(name);
}
