import { toast, toastError } from './toast';

/** Browsers allow copying only on HTTPS pages and on localhost. */
export async function copyText(text: string, title: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title });
  } catch {
    toastError('The browser does not allow copying here.');
  }
}
