import type { Twilio } from 'twilio';
import { type Gateway, SendError, type Surroundings } from '../../app/gateway';
import { bad, type Finding } from '../../contract/health';
import { createGatewayClock } from '../connection';
import { checkOwnAddress, isPublic } from '../own-address';
import { connect, toSendError } from './client';
import { accountName, examineAccount } from './doctor';
import { fetchMedia, listedFiles } from './media';
import type { Account } from './service';
import { isForUs, reportPath, stateOf, textPath, twilioWebhooks } from './webhooks';

const LOOK_UP_MAX = 1000;
const LIST_MAX = 20_000;
const PAGE = 1000;
// Twilio keeps files until somebody deletes them there. After a year we do not try to download them any more.
const MEDIA_LIFE_MS = 365 * 86_400_000;
/** The words that Twilio puts before every text of a trial account. */
const TRIAL_PREFIX = 'Sent from your Twilio trial account - ';

export function twilioGateway(account: Account, { phoneNumber, publicUrl, now }: Surroundings): Gateway {
  const { service, from: sender } = account;
  let loading: Promise<Twilio> | null = null;
  const clock = createGatewayClock(now);
  const webhook = () => publicUrl() + textPath(service);
  const isPool = sender.startsWith('MG');

  async function call<T>(act: (twilio: Twilio) => Promise<T>): Promise<T> {
    try {
      loading ??= connect(account, clock);
      return await act(await loading);
    } catch (error) {
      throw error instanceof SendError ? error : toSendError(error, service);
    }
  }

  return {
    kind: service.kind,
    label: service.label,
    can: service.can,
    ownNumbers: isPool ? [] : [sender],
    knowsSentAfterMs: 5_000,
    errors: service.errors,
    mediaLifeMs: MEDIA_LIFE_MS,
    webhook,
    webhooks: twilioWebhooks(account, phoneNumber),
    now: clock.now,
    clockAhead: clock.clockAhead,

    send: ({ id, to, body, pictures = [] }) =>
      call(async (twilio) => {
        const statusCallback = `${publicUrl()}${reportPath(service)}?text=${id}`;
        const { sid } = await twilio.messages.create({
          ...(isPool ? { messagingServiceSid: sender } : { from: sender }),
          to,
          body,
          ...(pictures.length > 0 && { mediaUrl: pictures }),
          // Twilio refuses a callback URL that is not public (Twilio 21609); reports then come only from
          // listReports
          ...(account.anyStore || isPublic(statusCallback) ? { statusCallback } : {}),
        });
        return { sid };
      }),

    findSent: ({ to, body }, within) =>
      call(async (twilio) => {
        // the age is checked here, because Twilio filters by the time of sending, which a queued text does
        // not have yet
        const newest = await twilio.messages.list({ to, pageSize: LOOK_UP_MAX, limit: LOOK_UP_MAX });
        const since = clock.now() - within;
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
          ...(sender === phoneNumber && { to: phoneNumber }),
          dateSentAfter: new Date(since),
          pageSize: PAGE,
          limit: LIST_MAX,
        });
        return messages.reverse().flatMap((message) => {
          const { sid, from, to, body, direction, messagingServiceSid, numMedia } = message;
          const at = timeOf(message.dateSent, message.dateCreated);
          // a service that filters only by days lists all texts since the beginning of the day, so also texts
          // older than `since`; times in the list have whole seconds
          const isOld = at !== undefined && at <= since - 1000;
          const isOurs =
            direction === 'inbound' && isForUs(account, phoneNumber, { to, service: messagingServiceSid });
          if (isOld || !isOurs || isKnown(sid)) return [];
          const media = listedFiles(account, sid, Number(numMedia));
          return { sid, from: from ?? '', body: body ?? '', media, at };
        });
      }),

    listReports: (within) =>
      call(async (twilio) => {
        const messages = await twilio.messages.list({
          dateSentAfter: new Date(clock.now() - within),
          pageSize: PAGE,
          limit: LIST_MAX,
        });
        return messages.flatMap(({ sid, to, direction, status, errorCode, price, priceUnit }) => {
          const state = stateOf(status);
          const told = toPrice(price, priceUnit);
          if (direction === 'inbound') return told ? { sid, state: 'received' as const, price: told } : [];
          return state ? { sid, to, state, errorCode, price: told } : [];
        });
      }),

    fetchMedia: (url) => fetchMedia(account, url),

    examine: () => examine(false),
    repair: () => examine(true),
  };

  async function examine(fix: boolean): Promise<Finding[]> {
    const wanted = { phoneNumber, webhook: webhook(), fix };
    const findings = await call((twilio) => examineAccount(twilio, account, wanted)).catch(
      ({ message, code }: SendError) => [
        bad(
          accountName(account),
          code ? `${service.label} answered with an error (${code}): ${message}` : message,
        ),
      ],
    );
    return [...findings, await checkOwnAddress(webhook())];
  }
}

/** Twilio gives prices as negative numbers, SignalWire as positive ones. */
const toPrice = (price: string | number | null, unit: string) =>
  price === null ? null : `-${String(price).replace(/^-/, '')} ${unit}`;

/** Twilio's package may also return invalid dates. */
const timeOf = (...dates: unknown[]): number | undefined =>
  dates.find((date) => date instanceof Date && !Number.isNaN(date.getTime()))?.valueOf() as
    | number
    | undefined;
