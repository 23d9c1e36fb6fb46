import { useEffect } from 'react';
import { CODE_LENGTH } from '../../../src/contract/limits';
import type { SimulatedText } from '../../../src/contract/simulator';
import { ASK_FOR_CODE, CODES_CHANNEL, type PhoneCode } from '../../../src/contract/simulator-codes';

const CODE = new RegExp(`(?<![\\d#+])\\d{${CODE_LENGTH}}(?!\\d)`);
/** Last line of every SMS with a login code, such as `@host #123456`. */
const HOST_LINE = /(?:^|\n)@\S+ #\d+\s*$/;

/** Returns the login code in an SMS of the product (docs/product/sign-in.md: Verification codes). */
export const findLoginCode = (body: string): string | undefined =>
  HOST_LINE.test(body) ? CODE.exec(body)?.[0] : undefined;

/** Returns the newest login code of each phone that has one. `texts` are newest first. */
export function newestCodes(texts: readonly SimulatedText[]): PhoneCode[] {
  const codes = new Map<string, PhoneCode>();
  for (const { direction, state, body, phone, timestamp } of texts) {
    const code = direction === 'outbound' && state === 'delivered' ? findLoginCode(body) : undefined;
    if (code && !codes.has(phone)) codes.set(phone, { phone, code, at: timestamp });
  }
  return [...codes.values()];
}

/**
 * Passes login codes to sign-in pages that wait for one in this browser (docs/product/lines.md: Simulator).
 */
export function useShareCodes(texts: readonly SimulatedText[]) {
  const codes = JSON.stringify(newestCodes(texts)); // a string, so that the effect runs only for a new code
  useEffect(() => {
    const channel = new BroadcastChannel(CODES_CHANNEL);
    const send = () => {
      for (const code of JSON.parse(codes)) channel.postMessage(code);
    };
    channel.onmessage = ({ data }) => {
      if (data === ASK_FOR_CODE) send();
    };
    send();
    return () => channel.close();
  }, [codes]);
}
