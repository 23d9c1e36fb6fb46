import * as z from 'zod/mini';
import { boardName } from './boards';
import { objectOf, sample, withExample } from './example';
import { HOOK_EVENTS } from './hook-events';
import { HOOK_BOARDS_MAX, HOOK_URL_MAX } from './limits';
import { boundedText, doneWith, id } from './text';

export const hookEvent = z.enum(HOOK_EVENTS, `An event must be one of ${HOOK_EVENTS.join(', ')}.`);

const fields = {
  url: z.pipe(
    z.string('Enter the address.').check(z.trim(), z.minLength(1, 'Enter the address.')),
    boundedText(HOOK_URL_MAX, `An address can have at most ${HOOK_URL_MAX} characters.`),
  ),
  events: z.array(hookEvent).check(z.minLength(1, 'Choose at least one event.')),
  boards: z.nullable(
    z
      .array(boardName)
      .check(
        z.minLength(1, 'Name at least one board.'),
        z.maxLength(HOOK_BOARDS_MAX, `A webhook can be for at most ${HOOK_BOARDS_MAX} boards.`),
      ),
  ),
};

export const hookInput = withExample(
  z.object({
    url: fields.url,
    events: z._default(fields.events, [...HOOK_EVENTS]),
    boards: z._default(fields.boards, null),
    everything: z._default(z.boolean(), false),
  }),
  { url: 'https://n8n.example.org/webhook/tagline', events: ['message.created'], boards: null },
  "A new webhook. `events`: if missing, all. `boards`: the caller's tags of the boards it is for. If missing or null, it is for all of them. `everything`: true for what happens on the whole server, with ids alone; only operators may.",
);
export type HookInput = z.infer<typeof hookInput>;

export const changeHookInput = withExample(
  z.object({
    id,
    url: z.optional(fields.url),
    events: z.optional(fields.events),
    boards: z.optional(fields.boards),
    active: z.optional(z.boolean()),
  }),
  { id: 2, events: ['message.created', 'message.deleted'] },
  'Changes to a webhook. Absent fields stay as they are. `active`: false switches it off, and drops what waits; true switches it on again.',
);
export type ChangeHookInput = z.infer<typeof changeHookInput>;

export const hook = objectOf(
  {
    id: sample(z.int(), 2),
    url: sample(z.string(), 'https://n8n.example.org/webhook/tagline'),
    events: sample(z.array(hookEvent), ['message.created']),
    boards: sample(z.nullable(z.array(z.string())), ['house']),
    everything: sample(z.boolean(), false),
    active: sample(z.boolean(), true),
    offBecause: sample(z.nullable(z.string()), null),
    failingSince: sample(z.nullable(z.string()), null),
    waiting: sample(z.int(), 0),
    formerSecretUntil: sample(z.nullable(z.string()), null),
    createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  },
  'A webhook of the caller. `boards`: tags of the boards it is for, or null if for all. `failingSince`: since when every try has failed, or null. `offBecause`: why the server has switched it off, or null. `waiting`: number of events that are still to be sent. `formerSecretUntil`: until when each call is signed with the secret before as well, or null.',
);
export type Hook = z.infer<typeof hook>;

const secret = sample(z.string(), 'whsec_...');
export const hookWithSecret = objectOf(
  { hook, secret },
  'A webhook with its new secret, which no other answer contains.',
);
export type HookWithSecret = z.infer<typeof hookWithSecret>;

export const delivery = objectOf(
  {
    id: sample(z.int(), 17),
    webhookId: sample(z.string(), 'msg_5f2c91ab0de1'),
    type: sample(z.string(), 'message.created'),
    state: sample(z.enum(['waiting', 'sent', 'failed', 'dropped']), 'sent'),
    attempts: sample(z.int(), 1),
    status: sample(z.nullable(z.int()), 200),
    error: sample(z.nullable(z.string()), null),
    at: sample(z.string(), '2026-01-31T12:00:00.000Z'),
    endedAt: sample(z.nullable(z.string()), '2026-01-31T12:00:01.000Z'),
    nextAt: sample(z.nullable(z.string()), null),
  },
  'One event on its way to a webhook. `webhookId`: the value of `webhook-id`. `status`: HTTP status of the last answer, or null without one. `nextAt`: time of the next try, or null if none is to come. `dropped`: it was not to be sent any more, for example because the owner of the webhook no longer sees the message.',
);
export type Delivery = z.infer<typeof delivery>;

export const deliveryInput = objectOf({ id: sample(id, 2), deliveryId: sample(id, 17) });
export const hookRemoved = doneWith('The webhook is removed.');
export const hookQueued = doneWith('It is on its way.');
