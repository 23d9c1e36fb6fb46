import * as z from 'zod/mini';
import { withExample } from './example';
import { finding } from './health';
import { gatewayKind } from './product';

/** Findings of the gateway, and the time when the gateway was asked. */
const examined = z.object({ at: z.string(), findings: z.array(finding) });

/** The line: the gateway and the number that texts go over (docs/product.md: Gateways). */
export const line = withExample(
  z.object({
    gateway: gatewayKind,
    label: z.string(),
    phoneNumber: z.string(),
    /** True if this server can change settings at the gateway, such as webhooks. */
    canRepair: z.boolean(),
    /**
     * The gateway's answer when an operator last asked, or null if nobody has asked since the server started.
     */
    examined: z.nullable(examined),
  }),
  {
    gateway: 'smsgate',
    label: 'SMSGate',
    phoneNumber: '+12025550100',
    canRepair: true,
    examined: {
      at: '2026-01-31T12:00:00.000Z',
      findings: [
        {
          name: 'Webhooks',
          state: 'good',
          value: '',
          at: null,
          advice: 'SMSGate delivers texts and reports to https://notes.example.org/api/webhooks/smsgate.',
        },
      ],
    },
  },
);
export type Line = z.infer<typeof line>;
