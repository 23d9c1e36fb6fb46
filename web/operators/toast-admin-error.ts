import { httpStatusOf } from '../product/trpc';
import { toastError } from '../ui/toast';

/** Shows the server's message if the server refused the call (4xx), or else `fallback`. */
export function toastAdminError(error: { message: string }, title: string, fallback: string) {
  const refused = (httpStatusOf(error) ?? 500) < 500;
  toastError(refused ? error.message : fallback, title);
}
