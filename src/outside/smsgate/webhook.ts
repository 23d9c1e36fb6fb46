import { isLoopback } from '../../app/config/config';
import type { SmsgateConfig } from '../../app/config/smsgate';
import { type Delivery, MALFORMED, type Refusal, type Surroundings, type Webhook } from '../../app/gateway';
import { bad, type Finding } from '../../contract/health';
import { isMalformed, readEvent, toInbound, toReport, WEBHOOK_PATH } from './events';
import { type SignatureFault, signatureCheck } from './signature';

/** Carriers allow 1 to 3.5 MB before that encoding. */
const BODY_MAX = 8 * 1024 * 1024;
const TOLD_MS = 86_400_000;

/**
 * If the phone's own address is on this machine, the phone is connected by a USB cable (`adb forward`), and
 * reaches this server by the same cable (`adb reverse`).
 */
export function webhookUrl({ url, local }: SmsgateConfig, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  const onCable = local && isLoopback(new URL(url).hostname) && protocol === 'http:';
  return (onCable ? `http://127.0.0.1:${port || 80}` : publicUrl) + WEBHOOK_PATH;
}

export function smsgateWebhook(
  config: SmsgateConfig,
  { phoneNumber, country, now }: Surroundings,
  see: () => void,
): { webhook: Webhook; findings: () => Finding[] } {
  const findFault = signatureCheck(config.signingKey, now);
  let refused: { count: number; fault: SignatureFault; at: number } | null = null;

  return {
    webhook: {
      path: WEBHOOK_PATH,
      maxBytes: BODY_MAX,
      read({ headers, body }): Delivery | Refusal {
        const fault = findFault(body, headers);
        if (fault) {
          refused = { count: (refused?.count ?? 0) + 1, fault, at: now() };
          return { refused: `The signature ${fault}.` };
        }
        see();
        const event = readEvent(body);
        if (!event && isMalformed(body)) return MALFORMED;
        const text = event && toInbound(event, config, { phoneNumber, country });
        const report = event && toReport(event, country);
        return { texts: text ? [text] : [], reports: report ? [report] : [] };
      },
    },

    findings() {
      if (!refused || now() - refused.at > TOLD_MS) return [];
      return [
        bad('Webhooks refused', ADVICE[refused.fault], {
          value: `${refused.count}, the last`,
          at: new Date(refused.at).toISOString(),
        }),
      ];
    },
  };
}

const ADVICE: Record<SignatureFault, string> = {
  'is missing or wrong':
    'Their signature is wrong. Set SMSGATE_SIGNING_KEY to the key that SMSGate shows (Settings, Webhooks, Signing Key).',
  'is too old, or the clocks differ':
    'They are older than five minutes. Let the phone and this machine set their clocks by the network.',
  'was used before':
    'They were sent a second time, which SMSGate does not do: somebody may have recorded them.',
};
