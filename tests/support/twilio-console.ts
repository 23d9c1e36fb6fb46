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
  if (pathname === `${account}.json`)
    return { sid: accountSid, friendly_name: 'Ours', status, type, uri: pathname };
  const numberResource = ({ phoneNumber, sms, smsUrl, smsMethod, smsApplicationSid }: OwnNumber) => ({
    sid: NUMBER_SID,
    account_sid: accountSid,
    phone_number: phoneNumber,
    capabilities: { sms, mms: sms, voice: true, fax: false },
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
    return {
      incoming_phone_numbers: numbers
        .filter(({ phoneNumber }) => !wanted || phoneNumber.includes(wanted))
        .map(numberResource),
      page: 0,
      page_size: 50,
      next_page_uri: null,
    };
  }
  if (!service || !pathname.startsWith(`/v1/Services/${service.sid}`)) return null;
  if (pathname.endsWith('/PhoneNumbers'))
    return {
      phone_numbers: service.numbers.map((phoneNumber) => ({
        sid: `PN${'0'.repeat(32)}`,
        phone_number: phoneNumber,
        service_sid: service.sid,
        capabilities: ['SMS', 'MMS'],
      })),
      meta: { page: 0, page_size: 50, key: 'phone_numbers', next_page_url: null },
    };
  service.inboundRequestUrl = changes?.get('InboundRequestUrl') ?? service.inboundRequestUrl;
  service.inboundMethod = changes?.get('InboundMethod') ?? service.inboundMethod;
  return {
    sid: service.sid,
    account_sid: accountSid,
    friendly_name: 'Ours',
    inbound_request_url: service.inboundRequestUrl,
    inbound_method: service.inboundMethod,
    use_inbound_webhook_on_number: service.useInboundWebhookOnNumber,
  };
}
