import { readConfig } from '../../src/app/config/config';
import type { Gateway } from '../../src/app/gateway';
import { createGateway } from '../../src/outside/gateways';

export function gatewayOf(
  environment: Record<string, string>,
  { publicUrl = 'http://localhost:3000', now = Date.now } = {},
): Gateway {
  const { line, phoneNumber, defaultCountry: country } = readConfig(environment);
  return createGateway(line, { db: undefined!, phoneNumber, country, publicUrl: () => publicUrl, now });
}
