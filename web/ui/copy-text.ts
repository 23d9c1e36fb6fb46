import { toast, toastError } from './toast';

/**
 * Copies a string to the clipboard, and shows a toast with `title`. If copying fails, shows a toast that says
 * why. Browsers allow copying only on HTTPS pages and on localhost.
 */
export async function copyText(text: string, title: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title });
  } catch {
    toastError('The browser does not allow copying here.');
  }
}
