import { VisibleError } from '../../app/errors';
import { chargeRateLimits } from '../../app/rate-limits';
import type { Context } from '../../app/trpc';
import type { SimulatedText, SimulatedTextInput } from '../../contract/simulator';
import { findVisitor, requireOwnPhone, requireVisitor } from '../../people/demo/visitor';
import { parsePhone } from '../../people/users';
import { listTestPhones, listTexts, sendFromPhone } from '../simulator';
import { NAMES } from './samples';

/** Ten segments. */
const TEXT_MAX = 1_530;

// Without DEMO all phones of the simulator are everybody's.

export function listPhones({ app, cookie }: Context) {
  if (!app.config.demo) return listTestPhones(app);
  const { phones = [] } = findVisitor(app, cookie) ?? {};
  return phones.map((phone, n) => ({ phone, name: NAMES[n]!.firstName, operator: false }));
}

export function listTextsOf(ctx: Context, phone?: string): SimulatedText[] {
  const { app, cookie } = ctx;
  if (!app.config.demo) return listTexts(app, phone);
  const { phones } = requireVisitor(app, cookie);
  if (phone) requireOwnPhone(ctx, phone);
  const shown = phone ? [parsePhone(app, phone)] : phones;
  return shown.flatMap((own) => listTexts(app, own)).sort((a, b) => b.id - a.id);
}

/** An `id` of the carrier could be that of another visitor's text. */
export async function sendFrom(ctx: Context, input: SimulatedTextInput): Promise<SimulatedText> {
  const { app, cookie } = ctx;
  if (!app.config.demo) return sendFromPhone(app, input);
  const { from, body, media = [] } = input;
  requireOwnPhone(ctx, from);
  if (body.length > TEXT_MAX)
    throw new VisibleError('not_in_demo', `In the demo a text can have at most ${TEXT_MAX} characters.`);
  const [key] = requireVisitor(app, cookie).phones;
  chargeRateLimits(app, { 'text of a visitor': key, 'photo of a visitor': media.length > 0 ? key : null });
  return sendFromPhone(app, { from, body, media });
}
