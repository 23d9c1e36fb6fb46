import { FetchError, type RemoteFile } from '../../app/gateway';
import { downloadFile, readFileList } from '../file-download';
import type { Account } from './service';
import { MEDIA_LIST_MAX } from './webhooks';

const TWILIO_API = 'https://api.twilio.com';

const messagesOf = ({ service: { root }, accountSid }: Account) =>
  `${root}/2010-04-01/Accounts/${accountSid}/Messages/`;

/**
 * The list of texts does not contain the addresses of files. So each `url` is the address of the text's own list of
 * files, followed by `#` and the number of the file. `fetchMedia` reads that list later, so that it cannot delay the
 * text.
 */
export const listedFiles = (account: Account, sid: string, count: number): RemoteFile[] =>
  Array.from({ length: Math.min(count || 0, MEDIA_LIST_MAX) }, (_, index) => ({
    url: `${account.apiUrl ?? TWILIO_API}${messagesOf(account)}${sid}/Media#${index}`,
    type: 'application/octet-stream',
  }));

/** Only the API gets the password; the hosts to which the API redirects do not. */
export async function fetchMedia(account: Account, from: string) {
  const { service, accountSid, authToken, apiUrl: api = TWILIO_API, anyStore } = account;
  const { label, stores } = service;
  const authorization = `Basic ${btoa(`${accountSid}:${authToken}`)}`;
  const { pathname = '', hash = '' } = URL.parse(from) ?? {};
  if (!pathname.startsWith(messagesOf(account)))
    throw new FetchError(`The address is not that of a photo in our ${label} account.`, false);
  const listed = /^#(\d+)$/.exec(hash)?.[1];
  const path = listed ? await findListed(new URL(`${api}${pathname}.json`), Number(listed)) : pathname;
  return downloadFile(new URL(api + path), {
    label,
    authorization,
    isStore: ({ protocol, hostname }) => anyStore || (protocol === 'https:' && stores.test(hostname)),
  });

  async function findListed(list: URL, index: number): Promise<string> {
    type List = { media_list?: { uri: string }[] | null };
    const { media_list: files } = await readFileList<List>(list, { label, authorization });
    const uri = files?.[index]?.uri;
    if (!uri) throw new FetchError(`${label} does not list this photo.`, true);
    return uri.replace(/\.json$/, '');
  }
}
