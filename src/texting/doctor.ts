import type { App } from '../app';
import { countOf } from '../contract/counts';
import type { TextingState } from '../contract/texting';
import { listFailedDownloads } from '../media/downloads';
import { type Finding, failed, passed } from '../outside/gateway';
import { mayText } from '../phone';
import { reasonForWaiting, textingState } from './health';

const LATE_MS = 10 * 60_000;

/** Checks the gateway, the operators' numbers, the texts and their photos, for `tagline doctor`. */
export async function examineTexting(app: App): Promise<Finding[]> {
  const state = textingState(app); // read first, because the checks of the gateway take seconds
  return [
    ...(await app.sms.examine()),
    ...app.config.adminPhones
      .filter((phone) => !mayText(phone, app.config.allowedCountries))
      .map((phone) =>
        failed(
          `No code can be sent to ${phone} of ADMIN_PHONES: set DEFAULT_COUNTRY to its country, or add the country to ALLOWED_COUNTRIES.`,
        ),
      ),
    passed(state.lastTextIn ? `The last text came at ${state.lastTextIn}.` : 'No text has come yet.'),
    waitingTexts(app, state),
    ...failedTexts(state),
    ...failedPhotos(app),
  ];
}

function waitingTexts(app: App, { waiting, waitingSince }: TextingState): Finding {
  if (!waitingSince) return passed('No text is waiting to be sent.');
  const late = app.now() - Date.parse(waitingSince) > LATE_MS;
  const reason = reasonForWaiting(app);
  return (late ? failed : passed)(
    `${countOf(waiting, 'text waits', 'texts wait')} to be sent, since ${waitingSince}${reason ? `; the last try: ${reason}` : '.'}`,
  );
}

/**
 * Reports how many photos that came by text could not be downloaded: how many are tried again, and how many
 * are given up.
 */
function failedPhotos(app: App): Finding[] {
  const downloads = listFailedDownloads(app);
  const [newest] = downloads;
  if (!newest) return [];
  const waiting = downloads.filter(({ nextTry }) => nextTry).length;
  const givenUp = downloads.length - waiting;
  const says = `Photos of texts that could not be downloaded: ${waiting} tried again by themselves, ${givenUp} given up. The newest: ${newest.reason}`;
  return [failed(givenUp > 0 ? `${says} Try them again on the admin page.` : says)];
}

function failedTexts({ failedToday, failures: [newest] }: TextingState): Finding[] {
  if (failedToday === 0 || !newest) return [];
  return [failed(`${countOf(failedToday, 'text')} failed today; the last because: ${newest.reason}`)];
}
