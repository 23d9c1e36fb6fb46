import { type App, perApp } from '../app';
import type { Line } from '../contract/line';
import { VisibleError } from '../errors';

/** The gateway's answer when an operator last asked. */
const lastAnswer = perApp((): { examined: Line['examined'] } => ({ examined: null }));

/** Returns the line that texts go through, and what the gateway last said about it. */
export const getLine = (app: App): Line => ({
  gateway: app.sms.kind,
  label: app.sms.label,
  phoneNumber: app.config.phoneNumber,
  canRepair: app.sms.repair !== undefined,
  examined: lastAnswer(app).examined,
});

/** Asks the gateway what it lacks to send and receive texts. Takes seconds. */
export const examineLine = (app: App): Promise<Line> => ask(app, () => app.sms.examine());

/**
 * Sets at the gateway what can be set from here, and asks it then. Throws BAD_REQUEST if nothing can be set
 * from here.
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
