type OwnNumber = {
  phoneNumber: string;
  sms: boolean;
  smsUrl: string | null;
  smsMethod: string;
  smsApplicationSid: string | null;
};

const NUMBER_SID = `PN${'0'.repeat(32)}`;

export type Console = {
  accountSid: string;
  status: 'active' | 'suspended' | 'closed';
  type: 'Full' | 'Trial';
  numbers: OwnNumber[];
  service: {
    sid: string;
    inboundRequestUrl: string | null;
    inboundMethod: string;
    useInboundWebhookOnNumber: boolean;
    numbers: string[];
  } | null;
};

export function consoleResource(
  { accountSid, status, type, numbers, service }: Console,
  account: string,
  { pathname, searchParams }: URL,
  changes?: URLSearchParams,
) {
  if (pathname === `${account}.json`) return { sid: accountSid, status, type };
  const numberResource = ({ phoneNumber, sms, smsUrl, smsMethod, smsApplicationSid }: OwnNumber) => ({
    sid: NUMBER_SID,
    phone_number: phoneNumber,
    capabilities: { sms },
    sms_url: smsUrl ?? '',
    sms_method: smsMethod,
    sms_application_sid: smsApplicationSid ?? '',
  });
  if (pathname === `${account}/IncomingPhoneNumbers/${NUMBER_SID}.json` && numbers[0]) {
    numbers[0].smsUrl = changes?.get('SmsUrl') ?? numbers[0].smsUrl;
    numbers[0].smsMethod = changes?.get('SmsMethod') ?? numbers[0].smsMethod;
    numbers[0].smsApplicationSid = changes?.get('SmsApplicationSid') ?? numbers[0].smsApplicationSid;
    return numberResource(numbers[0]);
  }
  if (pathname === `${account}/IncomingPhoneNumbers.json`) {
    const wanted = searchParams.get('PhoneNumber');
    const found = numbers.filter(({ phoneNumber }) => !wanted || phoneNumber.includes(wanted));
    return { incoming_phone_numbers: found.map(numberResource), next_page_uri: null };
  }
  if (!service || !pathname.startsWith(`/v1/Services/${service.sid}`)) return null;
  if (pathname.endsWith('/PhoneNumbers'))
    return {
      phone_numbers: service.numbers.map((phoneNumber) => ({
        sid: NUMBER_SID,
        phone_number: phoneNumber,
      })),
      meta: { key: 'phone_numbers', next_page_url: null },
    };
  service.inboundRequestUrl = changes?.get('InboundRequestUrl') ?? service.inboundRequestUrl;
  service.inboundMethod = changes?.get('InboundMethod') ?? service.inboundMethod;
  return {
    sid: service.sid,
    inbound_request_url: service.inboundRequestUrl,
    inbound_method: service.inboundMethod,
    use_inbound_webhook_on_number: service.useInboundWebhookOnNumber,
  };
}
