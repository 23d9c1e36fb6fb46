import * as z from 'zod/mini';
import { objectOf, sample } from './example';
import { finding } from './health';
import { gatewayKind } from './product';

const examined = z.object({ at: z.string(), findings: z.array(finding) });

export const line = objectOf(
  {
    gateway: sample(gatewayKind, 'smsgate'),
    label: sample(z.string(), 'SMSGate'),
    phoneNumber: sample(z.string(), '+12025550100'),
    canRepair: sample(z.boolean(), true),
    examined: sample(z.nullable(examined), {
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
    }),
  },
  'The gateway and the phone number (together called line) that texts are now sent and received with. `canRepair`: true if this server can change settings at the gateway, such as webhooks. `examined`: results of the checks that an operator last asked for. Null if nobody has asked since the server started.',
);
export type Line = z.infer<typeof line>;
