import type { TelnyxConfig } from '../../app/config/telnyx';
import { SendError } from '../../app/gateway';
import { bad, type Finding, good } from '../../contract/health';
import type { TelnyxCall } from './client';
import { TELNYX_ERRORS, WRONG_KEY } from './errors';

const ACCOUNT = 'Telnyx account';
const KEY = 'Public key';
const NUMBER = 'Number';
const PROFILE = 'Messaging profile';
const WEBHOOK = 'Webhook';

const WRONG_PUBLIC_KEY = 'TELNYX_PUBLIC_KEY is not the key of this account, so every text is refused.';
const FIXABLE = 'tagline doctor --fix does it.';

type Wanted = { webhook: string; fix: boolean };

type PhoneNumber = { id: string; status: string; messaging_profile_id: string | null };

type HookSettings = { enabled: boolean; webhook_url: string | null; webhook_api_version: string };
type Profile = HookSettings & { id: string; name: string };

export async function examineAccount(
  call: TelnyxCall,
  config: TelnyxConfig,
  wanted: Wanted,
): Promise<Finding[]> {
  try {
    const account = await examineBalance(call);
    const key = await examinePublicKey(call, config);
    return [account, key, ...(await examineNumber(call, config, wanted))];
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    const { code, message } = error;
    if (code === WRONG_KEY) return [bad(ACCOUNT, TELNYX_ERRORS[WRONG_KEY]!.reason)];
    return [bad(ACCOUNT, code ? `Telnyx answered with an error (${code}): ${message}` : message)];
  }
}

async function examineBalance(call: TelnyxCall): Promise<Finding> {
  const { available_credit: credit, currency } = await call<Record<string, string>>('/balance');
  return Number(credit) > 0
    ? good(ACCOUNT, 'Telnyx accepts the key, and the account has credit.', { value: `${credit} ${currency}` })
    : bad(ACCOUNT, 'The Telnyx account has no credit left, so no text is sent: add some.');
}

/** With another key, every incoming text is refused. */
async function examinePublicKey(call: TelnyxCall, { publicKey }: TelnyxConfig): Promise<Finding> {
  const { public: key } = await call<{ public: string }>('/public_key');
  return key === publicKey
    ? good(KEY, 'TELNYX_PUBLIC_KEY is the key of this account.')
    : bad(KEY, `${WRONG_PUBLIC_KEY} Set it to ${key}.`);
}

async function examineNumber(call: TelnyxCall, { from }: TelnyxConfig, wanted: Wanted): Promise<Finding[]> {
  const query = new URLSearchParams({ 'filter[phone_number]': from });
  const [number] = await call<PhoneNumber[]>(`/phone_numbers?${query}`);
  if (!number) return [bad(NUMBER, `${from} is not a number of this Telnyx account: check TELNYX_FROM.`)];
  if (number.status !== 'active')
    return [bad(NUMBER, `${from} is ${number.status} at Telnyx: open the Telnyx portal to see why.`)];
  const own = good(NUMBER, `${from} is a number of this account.`);
  if (number.messaging_profile_id) {
    const profile = await call<Profile>(`/messaging_profiles/${number.messaging_profile_id}`);
    return [own, ...(await examineProfile(call, profile, wanted))];
  }
  const unassigned = `${from} has no messaging profile, so it cannot text. Assign it to one. ${FIXABLE}`;
  if (!wanted.fix) return [own, bad(PROFILE, unassigned)];
  return [own, ...(await examineProfile(call, await assignProfile(call, number, wanted), wanted))];
}

async function assignProfile(call: TelnyxCall, { id }: PhoneNumber, { webhook }: Wanted): Promise<Profile> {
  const profile = await call<Profile>('/messaging_profiles', {
    method: 'POST',
    body: { name: new URL(webhook).host, ...hookSettings(webhook), whitelisted_destinations: ['*'] },
  });
  const body = { messaging_profile_id: profile.id };
  await call(`/phone_numbers/${id}/messaging`, { method: 'PATCH', body });
  return profile;
}

async function examineProfile(
  call: TelnyxCall,
  profile: Profile,
  { webhook, fix }: Wanted,
): Promise<Finding[]> {
  const body = hookSettings(webhook);
  const isRight = Object.entries(body).every(
    ([name, value]) => profile[name as keyof HookSettings] === value,
  );
  if (!isRight && fix)
    profile = await call<Profile>(`/messaging_profiles/${profile.id}`, { method: 'PATCH', body });
  const { name, enabled, webhook_url: url, webhook_api_version: version } = profile;
  return [
    enabled
      ? good(PROFILE, `The number is in the messaging profile "${name}".`)
      : bad(PROFILE, `The messaging profile "${name}" is disabled: enable it. ${FIXABLE}`),
    url !== webhook
      ? bad(WEBHOOK, `Set the webhook of "${name}" to ${webhook}${url ? `; it is ${url}` : ''}. ${FIXABLE}`)
      : version !== '2'
        ? bad(WEBHOOK, `Set the webhook API version of "${name}" to 2; it is ${version}. ${FIXABLE}`)
        : good(WEBHOOK, `Telnyx delivers texts to ${webhook}.`),
  ];
}

const hookSettings = (webhook: string): HookSettings => ({
  enabled: true,
  webhook_url: webhook,
  webhook_api_version: '2',
});
