import * as z from 'zod/mini';
import { NAME_MAX } from './limits';
import { boundedText } from './text';

const name = (label: string) =>
  z.pipe(
    z.string(`${label} is required`).check(z.trim(), z.minLength(1, `${label} is required`)),
    boundedText(NAME_MAX, `${label} can have at most ${NAME_MAX} characters`),
  );

/** Setup and edit (spec 5). A profile that was read can be written back: unknown keys are dropped. */
export const profileInput = z.object({
  firstName: name('First name'),
  lastName: name('Last name'),
  avatarUrl: z.optional(
    z.nullable(
      z.union(
        [
          z.literal(''),
          z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' }).check(z.maxLength(2048)),
        ],
        {
          error: 'Please enter a valid URL',
        },
      ),
    ),
  ),
});
export type ProfileInput = z.infer<typeof profileInput>;

export const profile = z.object({
  id: z.number(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  phoneNumber: z.string(),
});
export type Profile = z.infer<typeof profile>;
