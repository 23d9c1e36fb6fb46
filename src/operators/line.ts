import { type App, perApp } from '../app/app';
import { VisibleError } from '../app/errors';
import type { Line } from '../contract/line';

const lastAnswer = perApp((): { examined: Line['examined'] } => ({ examined: null }));

export const getLine = (app: App): Line => ({
  gateway: app.sms.kind,
  label: app.sms.label,
  phoneNumber: app.config.phoneNumber,
  canRepair: app.sms.repair !== undefined,
  examined: lastAnswer(app).examined,
});

export const examineLine = (app: App): Promise<Line> => ask(app, () => app.sms.examine());

export async function repairLine(app: App): Promise<Line> {
  const { sms } = app;
  if (!sms.repair)
    throw new VisibleError('line_not_repairable', `${sms.label} is set up in its own console.`);
  return ask(app, () => sms.repair!());
}

async function ask(app: App, asking: () => ReturnType<App['sms']['examine']>): Promise<Line> {
  const findings = await asking();
  lastAnswer(app).examined = { at: new Date(app.now()).toISOString(), findings };
  return getLine(app);
}
