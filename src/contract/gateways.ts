export const GATEWAYS = ['twilio', 'signalwire', 'telnyx', 'smsgate', 'simulator'] as const;
export type GatewayKind = (typeof GATEWAYS)[number];
