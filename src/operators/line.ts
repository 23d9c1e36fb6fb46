import { type App, perApp } from '../app/app';
import { VisibleError } from '../app/errors';
import type { Line } from '../contract/line';

/**
 * Result of the last time that an operator checked the gateway. Null if no operator has checked it since the
 * start of the server.
 */
const lastAnswer = perApp((): { examined: Line['examined'] } => ({ examined: null }));

/**
 * Returns the line (our number at an SMS gateway) that sends texts now, and the findings of the last check of
 * its gateway.
 */
export const getLine = (app: App): Line => ({
  gateway: app.sms.kind,
  label: app.sms.label,
  phoneNumber: app.config.phoneNumber,
  canRepair: app.sms.repair !== undefined,
  examined: lastAnswer(app).examined,
});

/** Asks the gateway which settings for sending and receiving texts are missing. Takes seconds. */
export const examineLine = (app: App): Promise<Line> => ask(app, () => app.sms.examine());

/**
 * Corrects those settings at the gateway that this server can change. Then asks the gateway which settings
 * are still missing. Throws BAD_REQUEST if this server can change none of them.
 */
export async function repairLine(app: App): Promise<Line> {
  const { sms } = app;
  if (!sms.repair) throw new VisibleError('BAD_REQUEST', `${sms.label} is set up in its own console.`);
  return ask(app, () => sms.repair!());
}

async function ask(app: App, asking: () => ReturnType<App['sms']['examine']>): Promise<Line> {
  const findings = await asking();
  lastAnswer(app).examined = { at: new Date(app.now()).toISOString(), findings };
  return getLine(app);
}
