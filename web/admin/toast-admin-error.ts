import { httpStatusOf } from '../product/trpc';
import { toastError } from '../ui/toast';

/** Shows why an operator's call failed: in the server's words if it refused the call, else in those of `fallback`. */
export function toastAdminError(error: { message: string }, title: string, fallback: string) {
  const refused = (httpStatusOf(error) ?? 500) < 500;
  toastError(refused ? error.message : fallback, title);
}
