import { createStore } from '../../ui/store';
import { toastError } from '../../ui/toast';
import { logOut } from '../session';
import { countUnsent } from './offline';

/** True while a dialog asks whether to log out and delete what was not sent. */
export const asks = createStore(false);

export async function logOutOrAsk() {
  if ((await countUnsent()) > 0) asks.set(true);
  else await logOutNow();
}

export const logOutNow = () => logOut().catch(() => toastError('Could not log out. Please try again.'));
