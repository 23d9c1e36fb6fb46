import * as z from 'zod/mini';
import { objectOf, sample, withExample } from './example';
import { NAME_MAX } from './limits';
import { boundedText, doneWith, withoutInvisible } from './text';

export const personName = (label: string) =>
  z.pipe(
    z.pipe(z.string(`${label} is required`), z.transform(withoutInvisible)),
    z.pipe(
      z.string().check(z.trim(), z.minLength(1, `${label} is required`)),
      boundedText(NAME_MAX, `${label} can have at most ${NAME_MAX} characters`),
    ),
  );

const AVATAR_URL_MAX = 2048;

const avatarUrl = z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' });

export const profileInput = withExample(
  z.object({
    firstName: personName('First name'),
    lastName: personName('Last name'),
    avatarUrl: z.optional(
      z.nullable(
        z.union([z.literal(''), avatarUrl.check(z.maxLength(AVATAR_URL_MAX))], {
          error: 'Please enter a valid URL',
        }),
      ),
    ),
    asksBeforeEmbeds: z.optional(z.boolean('asksBeforeEmbeds must be true or false')),
  }),
  { firstName: 'Ann', lastName: 'Lee', avatarUrl: '' },
  'The name and picture that a user sets. `avatarUrl` may be null, so that a client can send back the `avatarUrl` of a profile unchanged. `asksBeforeEmbeds`: true if posts of other sites are shown only after a click. If left out, the setting stays as it is.',
);
export type ProfileInput = z.infer<typeof profileInput>;

export const profile = objectOf(
  {
    id: sample(z.int(), 1),
    firstName: sample(z.nullable(z.string()), 'Ann'),
    lastName: sample(z.nullable(z.string()), 'Lee'),
    displayName: sample(z.string(), 'Ann Lee'),
    avatarUrl: sample(z.nullable(z.string()), null),
    pictureUrl: sample(z.nullable(z.string()), '/api/avatars/1?v=1k2j3h'),
    phoneNumber: sample(z.string(), '+12025550111'),
    asksBeforeEmbeds: sample(z.boolean(), false),
    timeZone: sample(z.nullable(z.string()), 'Europe/Berlin'),
    textsStoppedAt: sample(z.nullable(z.string()), null),
    createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  },
  '`displayName`: the name that other people see: first and last name, or else the masked number. `pictureUrl`: address of the picture that others see: the uploaded photo, or our copy of the picture at `avatarUrl`. Null if there is neither. `asksBeforeEmbeds`: true if posts of other sites are shown only after a click. `timeZone`: name of the time zone in the IANA database. Null until a browser or the person has told it. `textsStoppedAt`: when a text with STOP came from the number, which gets no texts since. Null if it gets texts.',
);
export type Profile = z.infer<typeof profile>;

const amount = (used: number, most: number | null) =>
  z.object({ used: sample(z.int(), used), most: sample(z.nullable(z.int()), most) });

export const storage = objectOf(
  { messages: amount(1204, 5000), bytes: amount(310_000_000, null) },
  'What a person keeps: messages, and bytes of photos and files. `most`: how much the person may keep. Null if there is no limit.',
);
export type Storage = z.infer<typeof storage>;

export const accountDeleted = doneWith('Your account and all associated data have been permanently deleted.');
