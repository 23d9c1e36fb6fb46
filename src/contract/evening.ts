import * as z from 'zod/mini';
import { tagParam } from './boards';
import { digestInput } from './digests';
import { objectOf, sample, withExample } from './example';
import { DIARY_TAG } from './limits';
import { doneWith } from './text';

const asked = objectOf(
  { time: sample(z.string(), '20:00'), tag: sample(z.string(), DIARY_TAG) },
  'When a person is asked each day what to remember of it, in the time zone of the person, and the board that the answer is put on.',
);
export const eveningQuestion = withExample(z.nullable(asked), { time: '20:00', tag: DIARY_TAG });
export type EveningQuestion = z.infer<typeof asked>;

export const eveningInput = withExample(
  z.object({ time: digestInput.shape.time, tag: z.optional(tagParam) }),
  { time: '20:00', tag: DIARY_TAG },
);

export const eveningEnded = doneWith('You are not asked any more.');
