import { downloadFile, readFileList } from '../file-download';
import { FetchError, type RemoteFile } from '../gateway';
import type { TwilioConfig } from './config';
import { MEDIA_LIST_MAX } from './webhooks';

/** Matches the hosts to which Twilio's API redirects the download of a file. */
const STORES = /(^|\.)(twilio\.com|twiliocdn\.com|amazonaws\.com)$/;
const LABEL = 'Twilio';

/**
 * Returns the files of a text that is known from Twilio's list of texts. That list does not contain the
 * addresses of files. So each `url` is the address of the text's own list of files, followed by `#` and the
 * number of the file. `fetchMedia` reads the list of files later, so that a list that cannot be read does not
 * delay the text.
 */
export const listedFiles = ({ accountSid }: TwilioConfig, sid: string, count: number): RemoteFile[] =>
  Array.from({ length: Math.min(count || 0, MEDIA_LIST_MAX) }, (_, index) => ({
    url: `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages/${sid}/Media#${index}`,
    type: 'application/octet-stream',
  }));

/**
 * Downloads one file of a text. Throws a FetchError if that fails, if the file is larger than we store, or if
 * the address is not one of our Twilio account. Only Twilio's API gets the password; the hosts that it
 * redirects to do not.
 */
export async function fetchMedia({ accountSid, authToken, apiUrl }: TwilioConfig, from: string) {
  const api = apiUrl ?? 'https://api.twilio.com';
  const authorization = `Basic ${btoa(`${accountSid}:${authToken}`)}`;
  const { pathname = '', hash = '' } = URL.parse(from) ?? {};
  if (!pathname.startsWith(`/2010-04-01/Accounts/${accountSid}/Messages/`))
    throw new FetchError('The address is not that of a photo in our Twilio account.', false);
  const listed = /^#(\d+)$/.exec(hash)?.[1];
  const path = listed ? await findListed(new URL(`${api}${pathname}.json`), Number(listed)) : pathname;
  return downloadFile(new URL(api + path), {
    label: LABEL,
    authorization,
    isStore: ({ protocol, hostname }) =>
      apiUrl !== undefined || (protocol === 'https:' && STORES.test(hostname)),
  });

  /** Returns the path of the file with this number in a list of files. */
  async function findListed(list: URL, index: number): Promise<string> {
    type List = { media_list?: { uri: string }[] | null };
    const { media_list: files } = await readFileList<List>(list, { label: LABEL, authorization });
    const uri = files?.[index]?.uri;
    if (!uri) throw new FetchError('Twilio does not list this photo.', true);
    return uri.replace(/\.json$/, '');
  }
}
