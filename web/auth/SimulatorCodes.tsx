import { useEffect, useEffectEvent, useRef } from 'react';
import { ASK_FOR_CODE, CODES_CHANNEL, CODES_PATH } from '../../src/contract/simulator-codes';
import { readPhoneCode } from './phone-code';

type Props = {
  simulatorUrl: string;
  phoneNumber: string;
  /** Time at which the code was asked for, in milliseconds since 1970. Earlier codes are ignored. */
  askedAt: number;
  onCode: (code: string) => void;
};

/**
 * Waits for a login code that comes to this number on the page /phone of the same browser, and passes it to
 * `onCode` (docs/product.md: Simulator). If the simulator has an origin of its own, the code comes through a
 * hidden frame of that origin.
 */
export function SimulatorCodes({ simulatorUrl, phoneNumber, askedAt, onCode }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { origin, hostname } = new URL(simulatorUrl);
  const isSameOrigin = origin === location.origin;
  const receive = useEffectEvent((data: unknown) => {
    const code = readPhoneCode(data, { phoneNumber, askedAt });
    if (code) onCode(code);
  });

  useEffect(() => {
    // an exposed simulator is at the product's own origin
    if (isSameOrigin) {
      const channel = new BroadcastChannel(CODES_CHANNEL);
      channel.onmessage = ({ data }) => receive(data);
      channel.postMessage(ASK_FOR_CODE);
      return () => channel.close();
    }
    const listen = ({ origin: sender, source, data }: MessageEvent) => {
      if (sender === origin && source === frame.current?.contentWindow) receive(data);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [isSameOrigin, origin]);

  // a frame of another site would receive no codes: browsers separate its channels from those of /phone
  if (isSameOrigin || hostname !== location.hostname) return null;
  return <iframe ref={frame} src={`${origin}${CODES_PATH}`} hidden title="Codes of the phone simulator" />;
}
