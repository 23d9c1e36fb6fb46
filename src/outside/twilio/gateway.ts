import type { Twilio } from 'twilio';
import { bad } from '../../contract/health';
import { type Gateway, SendError, type Surroundings } from '../gateway';
import { checkOwnAddress, isPublic } from '../own-address';
import { connect, toSendError } from './client';
import { type TwilioConfig, twilioBlock } from './config';
import { ACCOUNT, examineAccount } from './doctor';
import { TWILIO_ERRORS } from './errors';
import { fetchMedia, listedFiles } from './media';
import { isForUs, REPORT_PATH, stateOf, TEXT_PATH, twilioWebhooks } from './webhooks';

/** Maximum number of texts to one number that `findSent` compares: as many as one page of Twilio's list has. */
const LOOK_UP_MAX = 1000;
/** Maximum number of texts that one list contains. Twilio sends it in pages of PAGE texts. */
const LIST_MAX = 20_000;
const PAGE = 1000;
/**
 * Twilio keeps files until somebody deletes them there. After a year we do not try to download them any more.
 */
const MEDIA_LIFE_MS = 365 * 86_400_000;
/** The words that Twilio puts before every text of a trial account. */
const TRIAL_PREFIX = 'Sent from your Twilio trial account - ';

/** Returns the gateway of a Twilio account. */
export function twilioGateway(config: TwilioConfig, { phoneNumber, publicUrl, now }: Surroundings): Gateway {
  let loading: Promise<Twilio> | null = null;
  // milliseconds that our clock was ahead of Twilio's at the newest answer
  let clockDifference: number | null = null;
  const twilioNow = () => now() - (clockDifference ?? 0);
  const webhook = () => publicUrl() + TEXT_PATH;
  const isService = config.from.startsWith('MG');
  const sender = isService ? { messagingServiceSid: config.from } : { from: config.from };

  /** Calls Twilio's API. Throws a SendError for every failure. */
  async function call<T>(act: (twilio: Twilio) => Promise<T>): Promise<T> {
    try {
      loading ??= connect(config, (date) => {
        clockDifference = now() - date;
      });
      return await act(await loading);
    } catch (error) {
      throw error instanceof SendError ? error : toSendError(error);
    }
  }

  return {
    kind: 'twilio',
    label: twilioBlock.label,
    can: twilioBlock.can,
    ownNumbers: isService ? [] : [config.from],
    errors: TWILIO_ERRORS,
    mediaLifeMs: MEDIA_LIFE_MS,
    webhook,
    webhooks: twilioWebhooks(config, phoneNumber),
    now: twilioNow,

    send: ({ id, to, body }) =>
      call(async (twilio) => {
        const statusCallback = `${publicUrl()}${REPORT_PATH}?text=${id}`;
        const { sid } = await twilio.messages.create({
          ...sender,
          to,
          body,
          // Twilio refuses a callback URL that is not public (Twilio 21609); reports then come only from
          // listReports
          ...(config.apiUrl || isPublic(statusCallback) ? { statusCallback } : {}),
        });
        return { sid };
      }),

    findSent: ({ to, body }, within) =>
      call(async (twilio) => {
        // Twilio can filter only by the time of sending, which a queued text does not have yet
        const newest = await twilio.messages.list({ to, pageSize: LOOK_UP_MAX, limit: LOOK_UP_MAX });
        const since = twilioNow() - within;
        return newest
          .filter(
            (message) =>
              message.direction !== 'inbound' &&
              (timeOf(message.dateCreated) ?? since) >= since &&
              (message.body === body || message.body === TRIAL_PREFIX + body),
          )
          .map(({ sid }) => sid)
          .reverse();
      }),

    listReceived: (since, isKnown) =>
      call(async (twilio) => {
        const messages = await twilio.messages.list({
          // the texts of a messaging service go to several numbers, so the whole account is listed and
          // filtered below
          ...(config.from === phoneNumber && { to: phoneNumber }),
          dateSentAfter: new Date(since),
          pageSize: PAGE,
          limit: LIST_MAX,
        });
        return messages
          .filter(
            ({ direction, sid, to, messagingServiceSid: service }) =>
              direction === 'inbound' && isForUs(config, phoneNumber, { to, service }) && !isKnown(sid),
          )
          .reverse()
          .map(({ sid, from, body, numMedia, dateSent, dateCreated }) => ({
            sid,
            from: from ?? '',
            body: body ?? '',
            media: listedFiles(config, sid, Number(numMedia)),
            at: timeOf(dateSent, dateCreated),
          }));
      }),

    listReports: (within) =>
      call(async (twilio) => {
        const messages = await twilio.messages.list({
          dateSentAfter: new Date(twilioNow() - within),
          pageSize: PAGE,
          limit: LIST_MAX,
        });
        return messages.flatMap(({ sid, to, direction, status, errorCode, price, priceUnit }) => {
          const state = stateOf(status);
          const told = price && `${price} ${priceUnit}`;
          if (direction === 'inbound') return told ? { sid, state: 'received' as const, price: told } : [];
          return state ? { sid, to, state, errorCode, price: told } : [];
        });
      }),

    fetchMedia: (url) => fetchMedia(config, url),

    clockAhead: () => clockDifference,

    async examine() {
      const wanted = { phoneNumber, webhook: webhook() };
      const account = await call((twilio) => examineAccount(twilio, config, wanted)).catch(
        ({ message, code }: SendError) => [
          bad(ACCOUNT, code ? `Twilio answered with an error (${code}): ${message}` : message),
        ],
      );
      return [...account, await checkOwnAddress(webhook())];
    },
  };
}

/**
 * Returns the first of these times that is valid, or undefined. The package of Twilio also returns invalid
 * dates.
 */
const timeOf = (...dates: unknown[]): number | undefined =>
  dates.find((date) => date instanceof Date && !Number.isNaN(date.getTime()))?.valueOf() as
    | number
    | undefined;
