import type { Server } from 'bun';
import type { App } from '../app/app';
import { durable } from '../app/durable';
import { VisibleError } from '../app/errors';
import { maskPhone, nameOrNull } from '../contract/people';
import { escapeHtml } from '../notices/mail/page';
import { confirm, findConfirmation, stopByLink } from '../people/mail-address';
import { createContext, refuseCrossSite } from './context';
import { htmlHeaders, toHtml } from './outsiders/html';
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
  const words = `<p>${escapeHtml(sentence)}</p>`;
  const html = toHtml({
    title: config.productName,
    header: `<h1>${escapeHtml(config.productName)}</h1>`,
    main: button
      ? `<form method="post">${words}<button>${escapeHtml(button)}</button></form>`
      : `<article>${words}</article>`,
    footer: '',
  });
  const headers = { ...htmlHeaders({ indexed: false }), 'cache-control': 'no-store' };
  return new Response(html, { status, headers });
}
