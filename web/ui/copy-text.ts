import { toast, toastError } from './toast';

/** To the clipboard, and says so. Browsers allow it only on secure pages and this machine. */
export async function copyText(text: string, done: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: done });
  } catch {
    toastError('The browser does not allow copying here.');
  }
}
