import type { App } from '../app/app';
import { ASK_FOR_CODE, CODES_CHANNEL } from '../contract/simulator-codes';

/** The frame asks the server for nothing. */
export function answerCodesFrame(app: App): Response {
  const { origin } = new URL(app.publicUrl);
  const nonce = crypto.getRandomValues(Buffer.alloc(16)).toString('base64');
  const script = `
    const channel = new BroadcastChannel(${JSON.stringify(CODES_CHANNEL)});
    channel.onmessage = ({ data }) => {
      if (data?.code) parent.postMessage(data, ${JSON.stringify(origin)});
    };
    channel.postMessage(${JSON.stringify(ASK_FOR_CODE)});`;
  return new Response(`<!doctype html><title>Codes</title><script nonce="${nonce}">${script}</script>`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors ${origin}`,
      'cache-control': 'no-store',
    },
  });
}
