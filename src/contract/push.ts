import * as z from 'zod/mini';
import { objectOf, sample, withExample } from './example';
import { doneWith, id } from './text';

export const PUSH_SUBSCRIPTIONS_MAX = 10;

export type PushWords = {
  title: string;
  body: string;
  text: string | null;
  path: string;
};

/**
 * If a push is delivered twice, both deliveries have the same `tag`, so that the browser shows the push once.
 */
export type PushNotice = { title: string; body: string; path: string; tag: string };

export const pushKey = withExample(
  z.object({ publicKey: z.string() }),
  {
    publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  },
  'The public key of this server, for `applicationServerKey` of a subscription (RFC 8292).',
);

const WRONG_KEYS = 'The keys of the subscription are not valid.';

export const pushSubscriptionInput = objectOf(
  {
    endpoint: sample(
      z.string('The subscription has no endpoint.'),
      'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    ),
    keys: z.object({
      p256dh: sample(
        z.string(WRONG_KEYS).check(z.regex(/^[\w-]{87}$/, WRONG_KEYS)),
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      auth: sample(z.string(WRONG_KEYS).check(z.regex(/^[\w-]{22}$/, WRONG_KEYS)), 'BTBZMqHH6r4Tts7J_aSIgg'),
    }),
    showsText: sample(z.optional(z.boolean('showsText must be true or false.')), false),
  },
  'A subscription of the browser that makes the call (`PushSubscription.toJSON()`). `showsText` tells whether pushes to this browser show words of messages. `showsText`: if absent, the setting of a stored subscription stays as it is, and pushes to a new subscription show no words of messages.',
);
export type PushSubscriptionInput = z.infer<typeof pushSubscriptionInput>;

export const pushSubscription = objectOf(
  {
    id: sample(z.number(), 5_521_047_321),
    current: sample(z.boolean(), true),
    browser: sample(z.nullable(z.string()), 'Safari'),
    system: sample(z.nullable(z.string()), 'iPhone'),
    showsText: sample(z.boolean(), false),
    createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
    takenAt: sample(z.nullable(z.string()), '2026-02-03T08:30:00.000Z'),
    failing: sample(z.boolean(), false),
  },
  "A browser of the caller that gets pushes. `id` is the id of the browser's session. `takenAt` is the time when the push service last accepted a push for this browser, or null if it never did. `failing` is true if the push service did not accept the last push.",
);
export type PushSubscription = z.infer<typeof pushSubscription>;

export const pushSubscriptionChange = withExample(
  z.object({ id, showsText: z.boolean('showsText must be true or false.') }),
  { id: 5_521_047_321, showsText: true },
);

export const pushSubscriptionRemoved = doneWith('That browser gets no more pushes.');

export const pushOffer = withExample(
  z.object({ offered: z.boolean() }),
  { offered: true },
  'Whether the web app offers the caller pushes in place of texts.',
);
export type PushOffer = z.infer<typeof pushOffer>;

export const testPushSent = doneWith('Sent. It shows in a few seconds.');

export const notificationChannel = withExample(
  z.object({ boardId: z.int(), channel: z.enum(['push', 'text']) }),
  { boardId: 7, channel: 'push' },
  'How the caller is told of posts on a shared board while a browser of the caller gets pushes: by `push`, or still by `text`.',
);
export type NotificationChannel = z.infer<typeof notificationChannel>;

export const notificationChannelInput = withExample(
  z.object({ boardId: id, channel: z.enum(['push', 'text'], 'channel must be push or text.') }),
  { boardId: 7, channel: 'text' },
);
