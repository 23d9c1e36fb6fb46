import { countOf } from '../../src/contract/counts';
import { useProduct } from './use-product';

/** Nothing on a server that makes no copies of its database. */
export function CopiesKept() {
  const { copiesDays } = useProduct();
  return copiesDays === null ? null : (
    <p>Copies for emergencies still have it for {countOf(copiesDays, 'day')}.</p>
  );
}
