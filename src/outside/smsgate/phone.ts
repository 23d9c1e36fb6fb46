import type { SmsgateConfig } from '../../app/config/smsgate';
import { SendError } from '../../app/gateway';
import type { SmsgateClient } from './client';

export type Device = {
  id: string;
  name?: string;
  lastSeen?: string;
  deletedAt?: string | null;
  simCards?: SimCard[] | null;
};
export type SimCard = { simNumber: number; carrierName?: string | null; phoneNumber?: string | null };

export async function listDevices(client: SmsgateClient): Promise<Device[]> {
  // releases before 2026 list the phones under another path
  const { status, data } = await client<Device[]>('GET', '/devices', { expected: [404] });
  const devices = status === 404 ? (await client<Device[]>('GET', '/device')).data : data;
  return (Array.isArray(devices) ? devices : []).filter(({ deletedAt }) => !deletedAt);
}

type Check = { observedValue?: number; status?: string };
export type PhoneHealth = { version?: string; checks?: Record<string, Check> };

export async function readHealth(client: SmsgateClient): Promise<PhoneHealth> {
  // status 500: the app runs, but something on the phone fails
  const { data } = await client<PhoneHealth | null>('GET', '/health', { expected: [500] });
  if (!data) throw new SendError('SMSGate answers without its health.', true);
  return data;
}

export async function askLastSeen(
  client: SmsgateClient,
  { local }: SmsgateConfig,
  smsgateNow: () => number,
): Promise<number | null> {
  if (local) {
    await readHealth(client);
    return smsgateNow();
  }
  const times = (await listDevices(client)).map(({ lastSeen = '' }) => Date.parse(lastSeen));
  const known = times.filter((time) => !Number.isNaN(time));
  return known.length > 0 ? Math.max(...known) : null;
}
