import type { Twilio } from 'twilio';
import type { Finding } from './gateway';
import type { TwilioConfig } from './twilio-client';

type Ours = { phoneNumber: string; webhook: string };

const fine = (says: string): Finding => ({ ok: true, says });
const wrong = (says: string): Finding => ({ ok: false, says });

/** Looks at the account, the number (or the messaging service) and where it sends what comes in. */
export async function examine(twilio: Twilio, config: TwilioConfig, ours: Ours): Promise<Finding[]> {
  let account: { status: string; type: string };
  try {
    account = await twilio.api.v2010.accounts(config.accountSid).fetch();
  } catch (error) {
    if ((error as { status?: number }).status !== 401) throw error;
    return [wrong('Twilio refuses the password: check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.')];
  }
  if (account.status !== 'active')
    return [wrong(`The Twilio account is ${account.status}: open the Twilio console to see why.`)];
  const trial = account.type === 'Trial';
  return [
    trial
      ? wrong(
          'This is a Twilio trial account: it texts only the numbers verified in its console. Upgrade it.',
        )
      : fine('The Twilio account is active.'),
    ...(config.from.startsWith('MG')
      ? await examineService(twilio, config.from, ours)
      : await examineNumber(twilio, config.from, ours)),
  ];
}

async function examineNumber(twilio: Twilio, phoneNumber: string, { webhook }: Ours): Promise<Finding[]> {
  const [number] = await twilio.incomingPhoneNumbers.list({ phoneNumber, limit: 1 });
  if (!number) return [wrong(`${phoneNumber} is not a number of this Twilio account: check TWILIO_FROM.`)];
  if (!number.capabilities.sms) return [wrong(`${phoneNumber} cannot text: buy a number with SMS.`)];
  return [
    fine(`${phoneNumber} is a number of this account and can text.`),
    number.smsApplicationSid
      ? wrong(
          `${phoneNumber} hands its texts to an application: set "A message comes in" to a webhook instead.`,
        )
      : delivery(number.smsUrl, number.smsMethod, webhook, `"A message comes in" of ${phoneNumber}`),
  ];
}

async function examineService(twilio: Twilio, sid: string, ours: Ours): Promise<Finding[]> {
  const service = await twilio.messaging.v1.services(sid).fetch();
  const numbers = await twilio.messaging.v1.services(sid).phoneNumbers.list({ limit: 400 });
  if (!numbers.some(({ phoneNumber }) => phoneNumber === ours.phoneNumber))
    return [
      wrong(`PHONE_NUMBER ${ours.phoneNumber} is not in the messaging service: add it to its sender pool.`),
    ];
  const known = fine(`${ours.phoneNumber} is in the messaging service.`);
  if (service.useInboundWebhookOnNumber)
    return [known, ...(await examineNumber(twilio, ours.phoneNumber, ours)).slice(1)];
  const name = '"Send a webhook" of the messaging service';
  return [known, delivery(service.inboundRequestUrl, service.inboundMethod, ours.webhook, name)];
}

function delivery(url: string | null, method: string | null, webhook: string, name: string): Finding {
  if (url !== webhook) return wrong(`Set ${name} to ${webhook}${url ? `; it is ${url}` : ''}.`);
  if (method !== 'POST') return wrong(`Set the method of ${name} to POST; it is ${method}.`);
  return fine(`Twilio delivers texts to ${webhook}.`);
}
