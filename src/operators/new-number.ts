import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { NewNumber } from '../contract/new-number';
import { type Done, succeeded } from '../contract/text';
import { findNewestLine, findSwitch, listUsableLines, markAnnounced } from '../outbox/lines';
import { newNumberText } from '../outbox/texts';

export function findNewNumber(app: App): NewNumber | null {
  const change = findSwitch(app);
  if (!change?.isNewNumber || change.since === null || !app.sms.can.reachPeople) return null;
  if (findNewestLine(app)?.announcedAt != null) return null;
  const { from, since } = change;
  const isHeard = listUsableLines(app).some(({ name }) => name === from.name && name !== app.config.lineName);
  return {
    since: new Date(since).toISOString(),
    former: { label: from.label, phoneNumber: from.phone },
    present: { label: app.sms.label, phoneNumber: app.config.phoneNumber },
    message: newNumberText(app, { former: from.phone, isHeard }),
  };
}

export function closeNewNumber(app: App, operator: User): Done {
  markAnnounced(app);
  app.log.info({ operator: operator.id }, 'operator decided about announcing the new number');
  return succeeded('The offer to announce the new number is gone.');
}
