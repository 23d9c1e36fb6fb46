import { toast, toastError } from './toast';

/**
 * Copies a string to the clipboard, and shows a toast with `title`, or one that says why it failed. Browsers
 * allow copying only on HTTPS pages and on localhost.
 */
export async function copyText(text: string, title: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title });
  } catch {
    toastError('The browser does not allow copying here.');
  }
}
