import type { App } from '../app/app';
import { durable } from '../app/durable';
import { VisibleError } from '../app/errors';
import type { Webhook } from '../app/gateway';
import { listUsableLines } from '../outbox/lines';
import { recordReport } from '../outbox/reports';
import { readText } from './body';
import type { Routes } from './routes';

export const webhookRoutes = (app: App): Routes =>
  Object.fromEntries(
    listUsableLines(app).flatMap(({ name, gateway }) =>
      gateway.webhooks.map((webhook) => [
        `POST ${webhook.path}`,
        (request: Request) => receive(app, name, webhook, request),
      ]),
    ),
  );

async function receive(
  app: App,
  line: string,
  { read, maxBytes, answer }: Webhook,
  request: Request,
): Promise<Response> {
  // the host of the request is not used: behind a proxy, it may differ from the host of PUBLIC_URL
  const { pathname, search } = new URL(request.url);
  const body = await readText(request, maxBytes);
  const delivery = await read({ url: app.publicUrl + pathname + search, headers: request.headers, body });
  if ('refused' in delivery)
    throw new VisibleError(delivery.isMalformed ? 'BAD_REQUEST' : 'FORBIDDEN', delivery.refused);
  const { receiveText } = await import('../texting/inbound');
  for (const text of delivery.texts ?? []) receiveText(app, text, line);
  for (const report of delivery.reports ?? []) recordReport(app, report.id, report);
  await durable(app);
  if (!answer) return new Response(null, { status: 204 });
  return new Response(answer.body, { headers: { 'content-type': answer.type } });
}
