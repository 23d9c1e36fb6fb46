import { useEffect, useEffectEvent, useRef } from 'react';
import { ASK_FOR_CODE, CODES_CHANNEL, CODES_PATH } from '../../../src/contract/simulator-codes';
import { readPhoneCode } from './phone-code';

type Props = {
  simulatorUrl: string;
  phoneNumber: string;
  /** Time at which the code was requested, in milliseconds since 1970. Earlier codes are ignored. */
  askedAt: number;
  onCode: (code: string) => void;
};

/**
 * Waits for the login code that the phone simulator receives for this number. Gets the code from the
 * simulator's page /phone if that page is open in the same browser, and passes the code to `onCode`
 * (docs/product.md: Simulator). If the simulator has its own origin, gets the code through a hidden iframe of
 * that origin.
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
    // if the page /phone has the same origin, a channel connects the two pages; a simulator that is open to
    // the public always has the product's origin
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

  // renders no iframe if the simulator has another host name: browsers do not connect channels of an iframe
  // from another site with those of the page /phone
  if (isSameOrigin || hostname !== location.hostname) return null;
  return <iframe ref={frame} src={`${origin}${CODES_PATH}`} hidden title="Codes of the phone simulator" />;
}
