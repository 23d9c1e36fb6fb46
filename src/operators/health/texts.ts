import { and, count, desc, eq, gt } from 'drizzle-orm';
import { outbox } from '../../../db/schema';
import type { App } from '../../app/app';
import { ABILITIES, type Abilities } from '../../app/config/abilities';
import { mayText } from '../../app/phone';
import { listReachedLimits, maxOf } from '../../app/rate-limits';
import { countOf } from '../../contract/counts';
import { bad, type Finding, good, notice } from '../../contract/health';
import { formatPhone } from '../../contract/people';
import type { TextingState } from '../../contract/texting';
import { listFailedDownloads } from '../../media/downloads';
import { isBudgetSpent, nextMonth, spentThisMonth } from '../../outbox/budget';
import { countHeldTexts } from '../../outbox/held-texts';
import { countCodesLeft } from '../../people/auth/code-brake';
import { listOldNumbers } from '../../people/users';
import { failureReason, reasonForWaiting, textingState } from '../../texting/health';

const DAY_MS = 86_400_000;
const LATE_MS = 10 * 60_000;
const REASONS_SHOWN = 3;
const BUDGET = 'Budget for texts';
const NEARLY_SPENT = 0.8;

export function checkTexts(app: App): Finding[] {
  const state = textingState(app);
  return [
    ...checkOperators(app),
    ...checkOldNumbers(app),
    checkLastIn(app, state),
    checkLastOut(state),
    checkWaiting(app, state),
    ...checkBudget(app),
    ...checkHeldTexts(app),
    checkFailures(app),
    ...checkLimits(app),
    ...checkCodes(app),
    ...checkPhotos(app),
  ];
}

export function checkGateway(app: App): Finding {
  const { config, sms } = app;
  const value = `${sms.label}, ${formatPhone(config.phoneNumber)}`;
  return sms.can.reachPeople
    ? good('Gateway', [TO_CHECK, ...weaknesses(app)].join(' '), { value })
    : notice('Gateway', 'No text leaves this machine. Set SMS_GATEWAY and its settings to send real texts.', {
        value,
      });
}

const TO_CHECK = 'To check the account, the number and its webhook, run tagline doctor.';

const weaknesses = ({ sms, config }: App): string[] =>
  (Object.keys(ABILITIES) as (keyof Abilities)[])
    .filter((ability) => !sms.can[ability] && (ability !== 'tellPrices' || config.smsBudget !== null))
    .flatMap((ability) => ABILITIES[ability].cannot ?? []);

const checkOperators = ({ config }: App): Finding[] =>
  config.adminPhones
    .filter((phone) => !mayText(phone, config.allowedCountries))
    .map((phone) =>
      bad(
        'Operators',
        `No code can be sent to ${phone} of ADMIN_PHONES: set DEFAULT_COUNTRY to its country, or add the country to ALLOWED_COUNTRIES.`,
      ),
    );

const checkOldNumbers = (app: App): Finding[] =>
  listOldNumbers(app).map(({ phone, present }) =>
    notice(
      'Two accounts',
      `${phone} and ${present} are one phone, which signs in to ${present}. Run tagline export --of ${phone}, import the file, which brings the messages to ${present}, and delete the account of ${phone} on the admin page.`,
    ),
  );

function checkLastIn(app: App, { lastTextIn }: TextingState): Finding {
  const name = 'Last text in';
  if (lastTextIn)
    return good(
      name,
      'If people say that their texts do not arrive, text the number yourself, then run tagline doctor.',
      { at: lastTextIn },
    );
  const webhook = app.sms.webhook();
  const tryIt = `Text ${formatPhone(app.config.phoneNumber)} to try it.`;
  return webhook
    ? notice(name, `${tryIt} If nothing comes, check that the number's webhook is ${webhook}.`, {
        value: 'None yet',
      })
    : good(name, tryIt, { value: 'None yet' });
}

function checkLastOut({ lastTextOut, spentToday, segmentsToday }: TextingState): Finding {
  const name = 'Last text out';
  if (!lastTextOut)
    return good(name, 'For most people the first text is a code to sign in with.', { value: 'None yet' });
  const spent = spentToday.map(({ amount, currency }) => `, ${amount} ${currency}`).join('');
  return good(name, `Today: ${countOf(segmentsToday, 'segment')}${spent}.`, { at: lastTextOut });
}

function checkWaiting(app: App, { waiting, waitingSince }: TextingState): Finding {
  const name = 'Waiting to be sent';
  const details = { value: countOf(waiting, 'text'), at: waitingSince };
  const late = waitingSince !== null && app.now() - Date.parse(waitingSince) > LATE_MS;
  const reason = reasonForWaiting(app);
  const lastTry = reason ? ` The last try: ${reason}` : '';
  return late
    ? bad(
        name,
        `The gateway accepts no texts. Run tagline doctor. Waiting texts are sent once it works again, for twelve hours.${lastTry}`,
        details,
      )
    : good(name, `Nothing to do: waiting texts are sent by themselves.${lastTry}`, details);
}

function checkBudget(app: App): Finding[] {
  const { smsBudget } = app.config;
  if (!app.sms.can.tellPrices) return [];
  if (smsBudget === null)
    return [
      notice(BUDGET, 'Texts may cost any sum. Set SMS_BUDGET to the most that those of a month may cost.', {
        value: 'None',
      }),
    ];
  const { amount, estimated, currency, segmentPrice } = spentThisMonth(app);
  const money = (sum: number) => `${sum.toFixed(2)} ${currency}`.trim();
  const value = `${money(amount + estimated)} of ${money(smsBudget)}`;
  const until = nextMonth(app.now()).toISOString().slice(0, 10);
  if (isBudgetSpent(app))
    return [
      bad(
        BUDGET,
        `Only codes are sent until ${until}; the other texts wait. To go on at once, set SMS_BUDGET higher and restart.`,
        { value },
      ),
    ];
  if (segmentPrice === null)
    return [notice(BUDGET, 'The gateway has told no price yet, so what texts cost is not known.', { value })];
  const guess = estimated > 0 ? ` ${money(estimated)} of it is an estimate: prices come later.` : '';
  return amount + estimated > smsBudget * NEARLY_SPENT
    ? [
        notice(
          BUDGET,
          `It is nearly used up. After that, only codes are sent until ${until}. Set SMS_BUDGET higher if that is too little.${guess}`,
          { value },
        ),
      ]
    : [good(BUDGET, `Once it is used up, only codes are sent until ${until}.${guess}`, { value })];
}

function checkHeldTexts(app: App): Finding[] {
  const held = countHeldTexts(app);
  if (!held) return [];
  return [
    bad(
      'Held after a restore',
      'They may have been sent before the restore: the backup cannot tell. Send or drop them in "Held texts" on the admin page.',
      { value: countOf(held.texts, 'text'), at: held.restoredAt },
    ),
  ];
}

function checkFailures(app: App): Finding {
  const name = 'Failed in the last day';
  const rows = app.db
    .select({ errorCode: outbox.errorCode, error: outbox.error, lineId: outbox.lineId, texts: count() })
    .from(outbox)
    .where(and(eq(outbox.state, 'failed'), gt(outbox.createdAt, app.now() - DAY_MS)))
    .groupBy(outbox.errorCode, outbox.error, outbox.lineId)
    .orderBy(desc(count()))
    .all();
  const value = countOf(
    rows.reduce((sum, { texts }) => sum + texts, 0),
    'text',
  );
  if (rows.length === 0) return good(name, 'Nothing to do.', { value });
  const reasons = rows.slice(0, REASONS_SHOWN).map((row) => `${row.texts} × ${failureReason(app, row)}`);
  const rest = rows.slice(REASONS_SHOWN).reduce((sum, { texts }) => sum + texts, 0);
  if (rest > 0) reasons.push(`${rest} × other reasons.`);
  return notice(name, reasons.join(' '), { value });
}

function checkCodes(app: App): Finding[] {
  const { left, most } = countCodesLeft(app);
  if (left > most / 4) return [];
  const advice =
    'Networks that ask for many codes wait some minutes for the next. Known devices and the invited do not.';
  return [
    notice('Codes', `${advice} See the limits in docs/operations.md.`, { value: `${left} of ${most} left` }),
  ];
}

const checkLimits = (app: App): Finding[] =>
  listReachedLimits(app).map(({ name, keys, health }) =>
    notice(`Limit: ${name}`, `${health} See the limits in docs/operations.md.`, {
      value: `${maxOf(app, name).toLocaleString('en-US')} reached${keys > 1 ? ` ${keys} times` : ''}`,
    }),
  );

function checkPhotos(app: App): Finding[] {
  const downloads = listFailedDownloads(app);
  const [newest] = downloads;
  if (!newest) return [];
  const name = 'Photos of texts';
  const givenUp = downloads.filter(({ nextTry }) => nextTry === null).length;
  const details = {
    value: `${downloads.length - givenUp} waiting, ${givenUp} given up`,
    at: newest.timestamp,
  };
  return [
    givenUp > 0
      ? bad(name, `${newest.reason} Use "Try again" in the list of photos on the admin page.`, details)
      : notice(
          name,
          `${newest.reason} Nothing to do: they are tried again as long as the gateway keeps them.`,
          details,
        ),
  ];
}
