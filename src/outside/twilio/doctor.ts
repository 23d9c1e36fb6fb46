import type { Twilio } from 'twilio';
import { bad, type Finding, good } from '../../contract/health';
import type { TwilioConfig } from './config';
import { TWILIO_ERRORS } from './errors';

/** Names of the findings. */
export const ACCOUNT = 'Twilio account';
const NUMBER = 'Number';
const WEBHOOK = 'Webhook';

/** The number that people send texts to, and the URL to which Twilio must deliver these texts. */
type Wanted = { phoneNumber: string; webhook: string };

/** Checks the account, its number or messaging service, and the URL to which it delivers incoming texts. */
export async function examineAccount(
  twilio: Twilio,
  config: TwilioConfig,
  wanted: Wanted,
): Promise<Finding[]> {
  let account: { status: string; type: string };
  try {
    account = await twilio.api.v2010.accounts(config.accountSid).fetch();
  } catch (error) {
    if ((error as { status?: number }).status !== 401) throw error;
    return [bad(ACCOUNT, TWILIO_ERRORS[20003]!.reason)];
  }
  if (account.status !== 'active')
    return [bad(ACCOUNT, `The Twilio account is ${account.status}: open the Twilio console to see why.`)];
  const trial =
    'This is a Twilio trial account: it texts only the numbers verified in its console. Upgrade it.';
  return [
    account.type === 'Trial' ? bad(ACCOUNT, trial) : good(ACCOUNT, 'The Twilio account is active.'),
    ...(config.from.startsWith('MG')
      ? await examineService(twilio, config.from, wanted)
      : await examineNumber(twilio, config.from, wanted)),
  ];
}

async function examineNumber(twilio: Twilio, phoneNumber: string, { webhook }: Wanted): Promise<Finding[]> {
  const [number] = await twilio.incomingPhoneNumbers.list({ phoneNumber, limit: 1 });
  if (!number)
    return [bad(NUMBER, `${phoneNumber} is not a number of this Twilio account: check TWILIO_FROM.`)];
  if (!number.capabilities.sms) return [bad(NUMBER, `${phoneNumber} cannot text: buy a number with SMS.`)];
  return [
    good(NUMBER, `${phoneNumber} is a number of this account and can text.`),
    number.smsApplicationSid
      ? bad(
          WEBHOOK,
          `${phoneNumber} hands its texts to an application: set "A message comes in" to a webhook instead.`,
        )
      : examineWebhook(number.smsUrl, number.smsMethod, webhook, `"A message comes in" of ${phoneNumber}`),
  ];
}

async function examineService(twilio: Twilio, sid: string, wanted: Wanted): Promise<Finding[]> {
  const service = await twilio.messaging.v1.services(sid).fetch();
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
    return [inPool, ...(await examineNumber(twilio, wanted.phoneNumber, wanted)).slice(1)];
  const setting = '"Send a webhook" of the messaging service';
  return [inPool, examineWebhook(service.inboundRequestUrl, service.inboundMethod, wanted.webhook, setting)];
}

/** Checks the URL and the method of a webhook. `setting` is the name of its field in Twilio's console. */
function examineWebhook(url: string | null, method: string | null, wanted: string, setting: string): Finding {
  if (url !== wanted) return bad(WEBHOOK, `Set ${setting} to ${wanted}${url ? `; it is ${url}` : ''}.`);
  if (method !== 'POST') return bad(WEBHOOK, `Set the method of ${setting} to POST; it is ${method}.`);
  return good(WEBHOOK, `Twilio delivers texts to ${wanted}.`);
}
