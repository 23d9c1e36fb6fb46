import * as z from 'zod/mini';
import { withExample } from './example';
import { finding } from './health';
import { gatewayKind } from './product';

/** Results of the checks of the gateway (`findings`), and the time of the checks. */
const examined = z.object({ at: z.string(), findings: z.array(finding) });

/**
 * The gateway and the phone number (together called line) that texts are now sent and received with
 * (docs/product.md: Gateways).
 */
export const line = withExample(
  z.object({
    gateway: gatewayKind,
    label: z.string(),
    phoneNumber: z.string(),
    /** True if this server can change settings at the gateway, such as webhooks. */
    canRepair: z.boolean(),
    /**
     * Results of the checks that an operator last asked for. Null if nobody has asked since the server
     * started.
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
