import type { TelnyxConfig } from '../../app/config/telnyx';
import { FetchError } from '../../app/gateway';
import { downloadFile } from '../file-download';

const LABEL = 'Telnyx';
const STORES = /(^|\.)(telnyx\.com|telnyxcloudstorage\.com|amazonaws\.com)$/;

/** Telnyx says that the addresses of files are ephemeral, but not for how long they work. */
export const MEDIA_LIFE_MS = 10 * 86_400_000;

/** The address of the file is public, so the API key is not sent. */
export async function fetchMedia({ apiUrl }: TelnyxConfig, from: string) {
  const isStore = ({ protocol, hostname }: URL) =>
    apiUrl !== undefined || (protocol === 'https:' && STORES.test(hostname));
  const url = URL.parse(from);
  if (!url || !isStore(url))
    throw new FetchError(`${url?.host ?? 'The address'} is not a host of Telnyx's files.`, false);
  return downloadFile(url, { label: LABEL, isStore });
}
