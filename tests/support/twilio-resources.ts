/** Texts and their media as Twilio's REST API writes them, and its lists, page by page. */

export type Media = { sid: string; type: string; bytes: Uint8Array };
export type Text = {
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
  media: Media[];
};

export function resource(accountSid: string, text: Text) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${text.sid}`;
  return {
    account_sid: accountSid,
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
    num_media: String(text.media.length),
    num_segments: String(Math.ceil(text.body.length / 153) || 1),
    price: text.status === 'delivered' ? '-0.00790' : null,
    price_unit: 'USD',
    sid: text.sid,
    status: text.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  };
}

export const mediaResource = (accountSid: string, text: Text, { sid, type }: Media) => ({
  account_sid: accountSid,
  content_type: type,
  date_created: text.createdAt.toUTCString(),
  date_updated: text.createdAt.toUTCString(),
  parent_sid: text.sid,
  sid,
  uri: `/2010-04-01/Accounts/${accountSid}/Messages/${text.sid}/Media/${sid}.json`,
});

/** Newest first, by To, From and the day or the moment they were sent (`DateSent`, `DateSent<`, `DateSent>`). */
export function list(accountSid: string, texts: Text[], url: URL) {
  const query = url.searchParams;
  const same = (asked: string | null, value: string) => asked === null || asked === value;
  const sent = (name: string) => {
    const value = query.get(name);
    return value === null ? null : Date.parse(value);
  };
  const [on, until, since] = [query.get('DateSent'), sent('DateSent<'), sent('DateSent>')];
  const found = texts.filter(
    ({ to, from, createdAt }) =>
      same(query.get('To'), to) &&
      same(query.get('From'), from) &&
      (on === null || createdAt.toISOString().startsWith(on.slice(0, 10))) &&
      (until === null || createdAt.getTime() <= until) &&
      (since === null || createdAt.getTime() >= Math.floor(since / 1000) * 1000),
  );
  return page(url, found.map((text) => resource(accountSid, text)).reverse(), 'messages');
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
