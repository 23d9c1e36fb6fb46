import type { Twilio } from 'twilio';
import { bad, type Finding, good } from '../../contract/health';
import type { Account } from './service';

export const accountName = ({ service }: Account) => `${service.label} account`;
const NUMBER = 'Number';
const WEBHOOK = 'Webhook';

const FIXABLE = 'tagline doctor --fix does it.';

type Wanted = {
  phoneNumber: string;
  webhook: string;
  fix?: boolean;
};

export async function examineAccount(twilio: Twilio, account: Account, wanted: Wanted): Promise<Finding[]> {
  const { label, settings } = account.service;
  const name = accountName(account);
  let found: { status: string; type: string };
  try {
    found = await twilio.api.v2010.accounts(account.accountSid).fetch();
  } catch (error) {
    if ((error as { status?: number }).status !== 401) throw error;
    return [bad(name, `${label} refuses the password: check ${settings.account}.`)];
  }
  if (found.status !== 'active')
    return [bad(name, `The ${label} account is ${found.status}: open the ${label} console to see why.`)];
  const trial = `This is a ${label} trial account: it texts only the numbers verified in its console. Upgrade it.`;
  return [
    found.type === 'Trial' ? bad(name, trial) : good(name, `The ${label} account is active.`),
    ...(account.from.startsWith('MG')
      ? await examineService(twilio, account, wanted)
      : await examineNumber(twilio, account, account.from, wanted)),
  ];
}

async function examineNumber(
  twilio: Twilio,
  { service: { label, settings } }: Account,
  phoneNumber: string,
  { webhook, fix }: Wanted,
): Promise<Finding[]> {
  let [number] = await twilio.incomingPhoneNumbers.list({ phoneNumber, limit: 1 });
  if (!number)
    return [bad(NUMBER, `${phoneNumber} is not a number of this ${label} account: check ${settings.from}.`)];
  if (!number.capabilities.sms) return [bad(NUMBER, `${phoneNumber} cannot text: buy a number with SMS.`)];
  const isRight = number.smsUrl === webhook && number.smsMethod === 'POST' && !number.smsApplicationSid;
  if (fix && !isRight)
    number = await twilio
      .incomingPhoneNumbers(number.sid)
      .update({ smsUrl: webhook, smsMethod: 'POST', smsApplicationSid: '' });
  return [
    good(NUMBER, `${phoneNumber} is a number of this account and can text.`),
    number.smsApplicationSid
      ? bad(
          WEBHOOK,
          `${phoneNumber} hands its texts to an application: set ${settings.incoming} to a webhook instead. ${FIXABLE}`,
        )
      : examineWebhook({
          label,
          url: number.smsUrl,
          method: number.smsMethod,
          wanted: webhook,
          setting: `${settings.incoming} of ${phoneNumber}`,
        }),
  ];
}

async function examineService(twilio: Twilio, account: Account, wanted: Wanted): Promise<Finding[]> {
  const {
    from: sid,
    service: { label },
  } = account;
  let service = await twilio.messaging.v1.services(sid).fetch();
  const numbers = await twilio.messaging.v1.services(sid).phoneNumbers.list({ limit: 400 });
  if (!numbers.some(({ phoneNumber }) => phoneNumber === wanted.phoneNumber))
    return [
      bad(
        NUMBER,
        `PHONE_NUMBER ${wanted.phoneNumber} is not in the messaging service: add it to its sender pool.`,
      ),
    ];
  const inPool = good(NUMBER, `${wanted.phoneNumber} is in the messaging service.`);
  if (service.useInboundWebhookOnNumber)
    return [inPool, ...(await examineNumber(twilio, account, wanted.phoneNumber, wanted)).slice(1)];
  const isRight = service.inboundRequestUrl === wanted.webhook && service.inboundMethod === 'POST';
  if (wanted.fix && !isRight)
    service = await service.update({ inboundRequestUrl: wanted.webhook, inboundMethod: 'POST' });
  return [
    inPool,
    examineWebhook({
      label,
      url: service.inboundRequestUrl,
      method: service.inboundMethod,
      wanted: wanted.webhook,
      setting: '"Send a webhook" of the messaging service',
    }),
  ];
}

type InboundWebhook = {
  label: string;
  url: string | null;
  method: string | null;
  wanted: string;
  setting: string;
};

function examineWebhook({ label, url, method, wanted, setting }: InboundWebhook): Finding {
  if (url !== wanted)
    return bad(WEBHOOK, `Set ${setting} to ${wanted}${url ? `; it is ${url}` : ''}. ${FIXABLE}`);
  if (method !== 'POST')
    return bad(WEBHOOK, `Set the method of ${setting} to POST; it is ${method}. ${FIXABLE}`);
  return good(WEBHOOK, `${label} delivers texts to ${wanted}.`);
}
