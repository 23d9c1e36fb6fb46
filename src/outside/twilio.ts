import type { Twilio } from 'twilio';
import { isLoopback } from '../config';
import { type Gateway, type InboundText, SendError } from './gateway';
import { connect, type TwilioConfig, toSendError } from './twilio-client';
import { examine } from './twilio-doctor';
import { fetchMedia } from './twilio-media';
import { isForUs, MEDIA_LIST_MAX, stateOf } from './twilio-webhooks';

const LOOK_UP_MAX = 200;
const LIST_MAX = 20_000;
const PAGE = 1000;
/** A trial account's texts begin with it. */
const TRIAL_PREFIX = 'Sent from your Twilio trial account - ';

/**
 * Texts through a Twilio account. `phoneNumber` is what people text, `webhooks` our own public address below which
 * Twilio calls us.
 */
export function twilioGateway(config: TwilioConfig, phoneNumber: string, webhooks: () => string): Gateway {
  let loading: Promise<Twilio> | null = null;
  const sender = config.from.startsWith('MG') ? { messagingServiceSid: config.from } : { from: config.from };

  /** Any call of Twilio's API, its failures as SendErrors. */
  async function call<T>(act: (twilio: Twilio) => Promise<T>): Promise<T> {
    try {
      loading ??= connect(config);
      return await act(await loading);
    } catch (error) {
      throw error instanceof SendError ? error : toSendError(error);
    }
  }

  return {
    kind: 'twilio',

    send: ({ id, to, body }) =>
      call(async (twilio) => {
        const statusCallback = `${webhooks()}/status?text=${id}`;
        const { sid } = await twilio.messages.create({
          ...sender,
          to,
          body,
          // Twilio refuses a text whose callback it cannot reach (21609); prices and states are asked for as well
          ...(config.apiUrl || isPublic(statusCallback) ? { statusCallback } : {}),
        });
        return { sid };
      }),

    findSent: ({ to, body }, since) =>
      call(async (twilio) => {
        // no filter by time: what is queued there still has no time of sending
        const newest = await twilio.messages.list({ to, limit: LOOK_UP_MAX });
        return newest
          .filter(
            (message) =>
              message.direction !== 'inbound' &&
              message.dateCreated.getTime() >= since &&
              (message.body === body || message.body === TRIAL_PREFIX + body),
          )
          .map(({ sid }) => sid)
          .reverse();
      }),

    listReceived: (since, isKnown) =>
      call(async (twilio) => {
        const all = await twilio.messages.list({
          ...(config.from === phoneNumber && { to: phoneNumber }), // else there are several to look for
          dateSentAfter: new Date(since),
          pageSize: PAGE,
          limit: LIST_MAX,
        });
        const missing = all
          .filter(
            ({ direction, sid, to, messagingServiceSid: service }) =>
              direction === 'inbound' && isForUs(config, phoneNumber, { to, service }) && !isKnown(sid),
          )
          .reverse();
        const texts: InboundText[] = [];
        for (const { sid, from, body, numMedia, dateSent, dateCreated } of missing) {
          const files =
            Number(numMedia) > 0 ? await twilio.messages(sid).media.list({ limit: MEDIA_LIST_MAX }) : [];
          texts.push({
            sid,
            from,
            body,
            media: files.map(({ uri, contentType }) => ({
              url: `https://api.twilio.com${uri.replace(/\.json$/, '')}`,
              type: contentType,
            })),
            at: (dateSent ?? dateCreated).getTime(),
          });
        }
        return texts;
      }),

    listReports: (since) =>
      call(async (twilio) => {
        const all = await twilio.messages.list({
          dateSentAfter: new Date(since),
          pageSize: PAGE,
          limit: LIST_MAX,
        });
        return all.flatMap(({ sid, to, direction, status, errorCode, price, priceUnit }) => {
          const state = stateOf(status);
          if (direction === 'inbound' || !state) return [];
          return { sid, to, state, errorCode, price: price && `${price} ${priceUnit}` };
        });
      }),

    fetchMedia: (url) => fetchMedia(config, url),

    examine: (app) => call((twilio) => examine(twilio, config, { ...app, webhook: `${webhooks()}/sms` })),
  };
}

const isPublic = (url: string) => new URL(url).hostname.includes('.') && !isLoopback(new URL(url).hostname);
