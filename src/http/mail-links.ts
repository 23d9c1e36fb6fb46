import type { Server } from 'bun';
import type { App } from '../app/app';
import { durable } from '../app/durable';
import { VisibleError } from '../app/errors';
import { maskPhone, nameOrNull } from '../contract/people';
import { escapeHtml } from '../notices/mail/page';
import { confirm, findConfirmation, stopByLink } from '../people/mail-address';
import { createContext, refuseCrossSite } from './context';
import type { Routes } from './routes';

/** Pages of links in mails, for browsers that are not signed in. Programs that look at links only GET them. */
export const mailLinkRoutes = (app: App): Routes => ({
  'GET /mail/confirm/:token': ({ params: { token } }: LinkRequest) => {
    const found = findConfirmation(app, token);
    if (!found) return page(app, 'This link has been used, or has expired.', 404);
    const who = [nameOrNull(found.user), maskPhone(found.user.phone)].filter(Boolean).join(', ');
    const sentence = `Notices of the account of ${who} will come to ${found.address}.`;
    return page(app, sentence, 200, 'Confirm this address');
  },
  'POST /mail/confirm/:token': async (request: LinkRequest, server: Server<unknown>) => {
    refuseCrossSite(app, request);
    try {
      const confirmed = confirm(app, request.params.token, await createContext(app, request, server));
      await durable(app);
      return confirmed
        ? page(app, `Your notices come to ${confirmed.address} from now on.`)
        : page(app, 'This link has been used, or has expired.', 404);
    } catch (error) {
      if (error instanceof VisibleError) return page(app, error.message, 409);
      throw error;
    }
  },
  'GET /mail/stop/:token': ({ params: { token } }: LinkRequest) =>
    stopByLink(app, token, { really: false })
      ? page(app, 'Get your notices by text again, and no more by mail?', 200, 'No more mails')
      : page(app, GONE, 404),
  // from anywhere: mail programs call it by themselves (RFC 8058)
  'POST /mail/stop/:token': async ({ params: { token } }: LinkRequest) => {
    if (!stopByLink(app, token, { really: true })) return page(app, GONE, 404);
    await durable(app);
    return page(
      app,
      'No more mails. Your notices come by text again; to get none, mute boards or text STOP.',
    );
  },
});

const GONE = 'This address gets no mails any more.';

type LinkRequest = Request & { params: { token: string } };

function page({ config }: App, sentence: string, status = 200, button?: string): Response {
  const nonce = crypto.getRandomValues(Buffer.alloc(16)).toString('base64');
  const form = button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : '';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${escapeHtml(config.productName)}</title><style nonce="${nonce}">
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
main { max-width: 32rem; margin: 15vh auto; padding: 0 1rem }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 10px; background: #b53c0b; color: #fff; font: inherit }
p { overflow-wrap: anywhere }
</style></head><body><main><h1>${escapeHtml(config.productName)}</h1><p>${escapeHtml(sentence)}</p>${form}</main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    },
  });
}
