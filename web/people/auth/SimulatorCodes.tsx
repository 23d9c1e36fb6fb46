import { useEffect, useEffectEvent, useRef } from 'react';
import { ASK_FOR_CODE, CODES_CHANNEL, CODES_PATH } from '../../../src/contract/simulator-codes';
import { readPhoneCode } from './phone-code';

type Props = {
  simulatorUrl: string;
  phoneNumber: string;
  askedAt: number;
  onCode: (code: string) => void;
};

/**
 * Gets the login code from the simulator's page /phone, if it is open in the same browser: through a channel,
 * or through a hidden iframe if the simulator has its own origin (docs/product/lines.md: Simulator).
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
