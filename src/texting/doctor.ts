import type { App } from '../app';
import type { Finding, SendError } from '../outside/gateway';
import { checkOwnAddress } from '../outside/own-address';
import { mayText } from '../phone';
import { reasonForWaiting, textingState } from './health';

/** Everything that texting needs, looked at once: each finding is one sentence, and what is wrong says how to mend it. */
export async function examineTexting(app: App): Promise<Finding[]> {
  const { phoneNumber, adminPhones, allowedCountries } = app.config;
  const { lastTextIn, waiting, waitingSince, failures, failedToday } = textingState(app);
  const why = reasonForWaiting(app);
  const findings: Finding[] = [];
  try {
    findings.push(...(await app.sms.examine({ phoneNumber })));
  } catch (error) {
    const { message, code } = error as SendError;
    findings.push({
      ok: false,
      says: code ? `Twilio answered with an error (${code}): ${message}` : message,
    });
  }
  if (app.sms.kind === 'twilio')
    findings.push(await checkOwnAddress(`${app.publicUrl}/api/webhooks/twilio/sms`));
  for (const phone of adminPhones)
    if (!mayText(phone, allowedCountries))
      findings.push({
        ok: false,
        says: `No code can be sent to ${phone} of ADMIN_PHONES: set DEFAULT_COUNTRY to its country, or name that in ALLOWED_COUNTRIES.`,
      });
  findings.push({
    ok: true,
    says: lastTextIn ? `The last text came at ${lastTextIn}.` : 'No text has come yet.',
  });
  findings.push(
    waiting === 0
      ? { ok: true, says: 'No text is waiting to be sent.' }
      : {
          ok: !isLate(app, waitingSince),
          says: `${waiting} ${waiting === 1 ? 'text waits' : 'texts wait'} to be sent, since ${waitingSince}${why ? `; the last try: ${why}` : '.'}`,
        },
  );
  const [newest] = failures;
  if (failedToday > 0 && newest)
    findings.push({
      ok: false,
      says: `${failedToday} ${failedToday === 1 ? 'text' : 'texts'} failed today; the last because: ${newest.reason}`,
    });
  return findings;
}

const LATE_MS = 10 * 60_000;
const isLate = (app: App, since: string | null) => since !== null && app.now() - Date.parse(since) > LATE_MS;
