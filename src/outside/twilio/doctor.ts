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
  const { incoming } = settings;
  const application = `${phoneNumber} hands its texts to an application: set ${incoming} to a webhook instead. ${FIXABLE}`;
  const hook = { url: number.smsUrl, method: number.smsMethod };
  return [
    good(NUMBER, `${phoneNumber} is a number of this account and can text.`),
    number.smsApplicationSid
      ? bad(WEBHOOK, application)
      : examineWebhook(label, `${incoming} of ${phoneNumber}`, hook, webhook),
  ];
}

async function examineService(twilio: Twilio, account: Account, wanted: Wanted): Promise<Finding[]> {
  const { phoneNumber, webhook, fix } = wanted;
  const { label } = account.service;
  const context = twilio.messaging.v1.services(account.from);
  let service = await context.fetch();
  const numbers = await context.phoneNumbers.list({ limit: 400 });
  if (!numbers.some((number) => number.phoneNumber === phoneNumber)) {
    const advice = 'add it to its sender pool.';
    return [bad(NUMBER, `PHONE_NUMBER ${phoneNumber} is not in the messaging service: ${advice}`)];
  }
  const inPool = good(NUMBER, `${phoneNumber} is in the messaging service.`);
  if (service.useInboundWebhookOnNumber)
    return [inPool, ...(await examineNumber(twilio, account, phoneNumber, wanted)).slice(1)];
  const isRight = service.inboundRequestUrl === webhook && service.inboundMethod === 'POST';
  if (fix && !isRight) service = await service.update({ inboundRequestUrl: webhook, inboundMethod: 'POST' });
  const hook = { url: service.inboundRequestUrl, method: service.inboundMethod };
  return [inPool, examineWebhook(label, '"Send a webhook" of the messaging service', hook, webhook)];
}

function examineWebhook(label: string, setting: string, found: Hook, wanted: string): Finding {
  const { url, method } = found;
  if (url !== wanted)
    return bad(WEBHOOK, `Set ${setting} to ${wanted}${url ? `; it is ${url}` : ''}. ${FIXABLE}`);
  if (method !== 'POST')
    return bad(WEBHOOK, `Set the method of ${setting} to POST; it is ${method}. ${FIXABLE}`);
  return good(WEBHOOK, `${label} delivers texts to ${wanted}.`);
}

type Hook = { url: string | null; method: string | null };
