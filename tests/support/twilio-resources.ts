import type { Dialect } from './twilio-dialect';

export type StoredMedia = { sid: string; type: string; bytes: Uint8Array };
export type StoredText = {
  sid: string;
  direction: 'inbound' | 'outbound-api';
  from: string;
  to: string;
  body: string;
  service: string | null;
  status: string;
  errorCode: number | null;
  statusCallback: string | null;
  createdAt: Date;
  media: StoredMedia[];
  /** The address of who had it sent. */
  sender?: string;
};

export function resource({ count, price }: Dialect, account: string, text: StoredText) {
  const uri = `${account}/Messages/${text.sid}`;
  return {
    account_sid: sidOf(account),
    api_version: '2010-04-01',
    body: text.body,
    date_created: text.createdAt.toUTCString().replace('GMT', '+0000'),
    date_sent: text.createdAt.toUTCString().replace('GMT', '+0000'),
    date_updated: text.createdAt.toUTCString().replace('GMT', '+0000'),
    direction: text.direction,
    error_code: text.errorCode,
    error_message: null,
    from: text.from,
    messaging_service_sid: text.service,
    num_media: count(text.media.length),
    num_segments: count(Math.ceil((text.body?.length ?? 0) / 153) || 1),
    price: ['delivered', 'received'].includes(text.status) ? price : null,
    price_unit: 'USD',
    sid: text.sid,
    status: text.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  };
}

const sidOf = (account: string) => account.slice(account.lastIndexOf('/') + 1);

export const mediaResource = (account: string, text: StoredText, { sid, type }: StoredMedia) => ({
  account_sid: sidOf(account),
  content_type: type,
  date_created: text.createdAt.toUTCString(),
  date_updated: text.createdAt.toUTCString(),
  parent_sid: text.sid,
  sid,
  uri: `${account}/Messages/${text.sid}/Media/${sid}.json`,
});

export const webhookForm = (
  accountSid: string,
  account: string,
  text: StoredText,
): Record<string, string> => ({
  NumMedia: String(text.media.length),
  Body: text.body,
  To: text.to,
  MessageSid: text.sid,
  AccountSid: accountSid,
  From: text.from,
  ...Object.fromEntries(
    text.media.flatMap(({ sid, type }, index) => [
      [`MediaContentType${index}`, type],
      [`MediaUrl${index}`, `${account}/Messages/${text.sid}/Media/${sid}`],
    ]),
  ),
});

export function list(dialect: Dialect, account: string, texts: StoredText[], url: URL) {
  const query = url.searchParams;
  const matches = (wanted: string | null, value: string) => wanted === null || wanted === value;
  const sent = (name: string) => {
    const value = query.get(name);
    return value === null ? null : Date.parse(dialect.sentFilter(value));
  };
  const [on, until, since] = [query.get('DateSent'), sent('DateSent<'), sent('DateSent>')];
  const found = texts.filter(
    ({ to, from, createdAt }) =>
      matches(query.get('To'), to) &&
      matches(query.get('From'), from) &&
      (on === null || createdAt.toISOString().startsWith(on.slice(0, 10))) &&
      (until === null || createdAt.getTime() <= until) &&
      (since === null || createdAt.getTime() >= Math.floor(since / 1000) * 1000),
  );
  return page(url, found.map((text) => resource(dialect, account, text)).reverse(), 'messages');
}

export function page(url: URL, all: unknown[], name: string) {
  const size = Math.min(Number(url.searchParams.get('PageSize') ?? 50), 1000);
  const current = Number(url.searchParams.get('Page') ?? 0);
  const at = (index: number) => {
    const other = new URL(url);
    other.searchParams.set('PageSize', String(size));
    other.searchParams.set('Page', String(index));
    return other.pathname + other.search;
  };
  return {
    [name]: all.slice(current * size, (current + 1) * size),
    page: current,
    page_size: size,
    start: current * size,
    end: Math.min(all.length, (current + 1) * size) - 1,
    uri: at(current),
    first_page_uri: at(0),
    previous_page_uri: current > 0 ? at(current - 1) : null,
    next_page_uri: all.length > (current + 1) * size ? at(current + 1) : null,
  };
}
