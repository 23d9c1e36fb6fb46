import type { CountryCode } from 'libphonenumber-js/max';
import type { GatewayKind } from '../../contract/gateways';
import { ConfigError } from '../errors';
import type { Abilities } from './abilities';
import type { Defaults } from './gateway-settings';
import type { Env } from './settings';
import { signalwireBlock } from './signalwire';
import { simulatorBlock } from './simulator';
import { smsgateBlock } from './smsgate';
import { telnyxBlock } from './telnyx';
import { twilioBlock } from './twilio';

export const BLOCKS = {
  simulator: simulatorBlock,
  twilio: twilioBlock,
  signalwire: signalwireBlock,
  telnyx: telnyxBlock,
  smsgate: smsgateBlock,
} satisfies Record<GatewayKind, unknown>;

export type Line = {
  [Kind in GatewayKind]: { kind: Kind } & ReturnType<(typeof BLOCKS)[Kind]['read']>;
}[GatewayKind];

type LineSettings = {
  line: Line;
  /** The name is stored, and shown to nobody. */
  name: string;
  can: Abilities;
  defaults: Defaults;
  ownNumber: () => string;
};

export function readLine(
  env: Env,
  country: CountryCode,
  kind: GatewayKind = chosenKind(env) ?? 'simulator',
): LineSettings {
  const { can, defaults, readFrom } = BLOCKS[kind];
  const { line, account, ownNumber } = readFrom(env, country);
  return {
    line: { kind, ...line } as Line,
    name: `${kind} ${account}`.trim(),
    can,
    defaults: {
      host: '0.0.0.0',
      // US carriers let an ordinary number send one segment a second, unless the number is registered for
      // more
      broadcastPace: 1,
      allowedCountries: [country],
      adminPhones: [],
      ...defaults,
    },
    ownNumber,
  };
}

export type FormerLine = Pick<LineSettings, 'line' | 'name'> & { phoneNumber: string };

export function readFormerLines(env: Env, country: CountryCode, kind: GatewayKind): FormerLine[] {
  const others = (Object.keys(BLOCKS) as GatewayKind[]).filter((other) => other !== kind);
  return others.flatMap((other) => {
    try {
      const { line, name, ownNumber } = readLine(env, country, other);
      return [{ line, name, phoneNumber: numberOr('', ownNumber) }];
    } catch (error) {
      if (error instanceof ConfigError) return [];
      throw error;
    }
  });
}

function numberOr(otherwise: string, read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError) return otherwise;
    throw error;
  }
}

export function chosenKind(env: Env): GatewayKind | null {
  const chosen = (Object.keys(BLOCKS) as GatewayKind[]).filter((kind) =>
    BLOCKS[kind].chosenBy.some((name) => env[name]?.trim()),
  );
  if (chosen.length > 1)
    throw new ConfigError(`SMS_GATEWAY is missing: there are settings of ${chosen.join(' and of ')}.`);
  return chosen[0] ?? null;
}
