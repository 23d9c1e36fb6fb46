import type { SmsgateConfig } from '../../app/config/smsgate';
import { SendError, type Surroundings } from '../../app/gateway';
import { toE164 } from '../../app/phone';
import { bad, type Finding, good, notice } from '../../contract/health';
import { checkOwnAddress } from '../own-address';
import type { SmsgateClient } from './client';
import { SMSGATE_ERRORS } from './errors';
import { EVENTS, WEBHOOK_PATH } from './events';
import { type Device, listDevices, readHealth, type SimCard } from './phone';

const PHONE = 'Phone';
const WEBHOOKS = 'Webhooks';
const FIX = 'Run tagline doctor --fix, or use the button on the admin page.';
/** At the same interval, the app asks SMSGate for texts that are to be sent. */
const PING_S = 120;
const BATTERY_LOW = 25;

type Hook = { id: string; url: string; event: string };
type PhoneSettings = { ping?: { interval_seconds?: number | null } };

type Examined = { client: SmsgateClient; config: SmsgateConfig; around: Surroundings; webhook: string };

export async function examine({ client, config, around, webhook }: Examined): Promise<Finding[]> {
  try {
    const devices = await listDevices(client);
    return [
      good('SMSGate', `It answers at ${config.url}.`),
      ...examinePhones(devices, config, around),
      ...(config.local ? [await examineBattery(client)] : []),
      await examineHooks(client, webhook),
      await examinePing(client, config),
      ...(await examineAddress(webhook)),
      notice('RCS chats', RCS_ADVICE),
    ];
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    const reason = SMSGATE_ERRORS[error.code ?? 0]?.reason;
    const advice = `${config.url}: ${error.message} ${config.local ? AT_HOME : ''}`.trim();
    return [bad('SMSGate', reason ?? advice)];
  }
}

const AT_HOME =
  'On the phone open SMSGate, switch on "Local Server" and tap "Offline"; its address may have changed, so let your router always give it the same.';
const HTTPS_ADVICE =
  'SMSGate calls only https, and http on a USB cable: see "An Android phone" in docs/operations.md for three ways.';
const SEVERAL_PHONES =
  'SMSGate would send each text from any of these phones. Delete all but one: in the app, or by DELETE /devices/ID.';
const SEVERAL_SIMS =
  'The phone has several SIMs. Set SMSGATE_SIM, or private texts to the others are taken in too.';
const RCS_ADVICE =
  'SMSGate sees only SMS and MMS. On the phone open Google Messages, tap your picture, "Messages settings", "RCS chats", and switch them off, or texts of Android phones and iPhones are lost.';

export async function repair(examined: Examined): Promise<Finding[]> {
  const { client, config, webhook } = examined;
  const refused: Finding[] = [];
  try {
    if (isCallable(webhook)) await registerHooks(client, webhook);
    await client('PATCH', '/settings', {
      body: {
        ping: { interval_seconds: PING_S },
        ...(config.local && { webhooks: { signing_key: config.signingKey, internet_required: false } }),
      },
      expected: [404, 405, 501], // statuses of releases whose settings can be changed only on the phone
    });
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    refused.push(bad('Setting up', `SMSGate did not do it: ${error.message}`));
  }
  return [...(await examine(examined)), ...refused];
}

async function registerHooks(client: SmsgateClient, webhook: string): Promise<void> {
  const { data: hooks } = await client<Hook[]>('GET', '/webhooks');
  for (const event of EVENTS) {
    const wanted = { id: hookId(event), url: webhook, event };
    const exists = hooks.some(({ id, url }) => id === wanted.id && url === wanted.url);
    if (!exists) await client('POST', '/webhooks', { body: wanted });
  }
  // a second webhook of this server would deliver each text twice
  const ids = EVENTS.map(hookId);
  const doubled = hooks.filter(({ id, url }) => isOurs(url, webhook) && !ids.includes(id));
  for (const { id } of doubled) await client('DELETE', `/webhooks/${encodeURIComponent(id)}`);
}

/** The app calls only https, and http over a USB cable. */
const isCallable = (webhook: string) => /^https:|^http:\/\/127\.0\.0\.1[:/]/.test(webhook);

const hookId = (event: string) => `tagline-${event.replace(':', '-')}`;
const isOurs = (url: string, webhook: string) =>
  url === webhook || (url.endsWith(WEBHOOK_PATH) && URL.parse(url)?.host === URL.parse(webhook)?.host);

function examinePhones(devices: Device[], config: SmsgateConfig, around: Surroundings): Finding[] {
  const [device] = devices;
  if (!device)
    return [bad(PHONE, 'SMSGate knows no phone: switch on "Cloud Server" in the app and tap "Offline".')];
  if (devices.length > 1)
    return [bad(PHONE, SEVERAL_PHONES, { value: devices.map(({ id, name }) => name ?? id).join(', ') })];
  const details = { value: device.name, at: config.local ? null : (device.lastSeen ?? null) };
  return [
    good(PHONE, 'It is known to SMSGate.', details),
    ...examineSims(device.simCards ?? [], config, around),
  ];
}

function examineSims(sims: SimCard[], { sim, local }: SmsgateConfig, around: Surroundings): Finding[] {
  if (sims.length === 0) return [];
  const names = sims.map(({ simNumber, carrierName }) => `${simNumber}: ${carrierName ?? 'unknown'}`);
  const value = names.join(', ');
  const ours = sims.find(({ simNumber }) => simNumber === sim) ?? (sim === null ? sims[0] : undefined);
  if (!ours) return [bad('SIM', `The phone has no SIM ${sim}: correct SMSGATE_SIM.`, { value })];
  if (sim === null && sims.length > 1) return [bad('SIM', SEVERAL_SIMS, { value })];
  // a server of SMSGate shows only the end of a number
  const number = local && ours.phoneNumber ? toE164(ours.phoneNumber, around.country) : null;
  if (number && number !== around.phoneNumber)
    return [bad('SIM', `Its number is ${number}, but PHONE_NUMBER is ${around.phoneNumber}.`, { value })];
  return [good('SIM', 'Texts go out by it.', { value })];
}

async function examineBattery(client: SmsgateClient): Promise<Finding> {
  const { checks = {} } = await readHealth(client);
  const level = checks['battery:level']?.observedValue;
  const charging = checks['battery:charging']?.observedValue !== 0;
  const details = { value: level === undefined ? 'unknown' : `${level} %${charging ? ', charging' : ''}` };
  return level !== undefined && level < BATTERY_LOW && !charging
    ? bad('Battery', 'Plug the phone in, and leave it plugged in.', details)
    : good('Battery', 'Leave the phone plugged in.', details);
}

async function examineHooks(client: SmsgateClient, webhook: string): Promise<Finding> {
  if (!isCallable(webhook)) return bad(WEBHOOKS, `The phone cannot deliver to ${webhook}. ${HTTPS_ADVICE}`);
  const { data: hooks } = await client<Hook[]>('GET', '/webhooks');
  const missing = EVENTS.filter(
    (event) => !hooks.some((hook) => hook.event === event && hook.url === webhook),
  );
  const doubled = EVENTS.filter(
    (event) => hooks.filter((h) => h.event === event && isOurs(h.url, webhook)).length > 1,
  );
  if (missing.length > 0)
    return bad(WEBHOOKS, `SMSGate does not deliver ${missing.join(', ')} to ${webhook}. ${FIX}`);
  if (doubled.length > 0) return bad(WEBHOOKS, `SMSGate delivers ${doubled.join(', ')} twice. ${FIX}`);
  return good(WEBHOOKS, `SMSGate delivers texts and reports to ${webhook}.`);
}

/** A phone that gives signs of life rarely could be reported as "not seen for 10 minutes" although it works. */
async function examinePing(client: SmsgateClient, { local }: SmsgateConfig): Promise<Finding> {
  const name = 'Signs of life';
  const asked = await client<PhoneSettings>('GET', '/settings', { expected: [403, 404, 405, 501] });
  const seconds = asked.status === 200 ? asked.data?.ping?.interval_seconds : undefined;
  if (local) return good(name, 'This server asks the phone every minute.');
  if (seconds && seconds <= 300)
    return good(name, 'The phone tells by itself that it lives.', { value: `every ${seconds} s` });
  return notice(
    name,
    `An idle phone asks for texts only every 15 minutes, so it may count as not seen. ${FIX} Or set it on the phone: Settings, Ping, ${PING_S} seconds.`,
  );
}

async function examineAddress(webhook: string): Promise<Finding[]> {
  if (!isCallable(webhook)) return []; // examineHooks reports such an address
  if (new URL(webhook).hostname === '127.0.0.1')
    return [good('Public address', 'The phone reaches this server by its USB cable (adb reverse).')];
  return [await checkOwnAddress(webhook)];
}
