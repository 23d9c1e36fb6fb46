import * as z from 'zod/mini';
import { objectOf, sample } from './example';

export const finding = objectOf(
  {
    name: sample(z.string(), 'Last backup'),
    state: sample(z.enum(['good', 'notice', 'bad']), 'notice'),
    value: sample(z.string(), 'None'),
    at: sample(z.nullable(z.string()), null),
    advice: sample(z.string(), 'Set BACKUP_DIR to a folder on another disk, and one is made every day.'),
  },
  'The result of one check of the server, as `/readyz`, `/api/admin/health` and `tagline doctor` report it. `at` is the time of the event that the check is about, such as the last backup. `advice` says what to do.',
);
export type Finding = z.infer<typeof finding>;

const inState =
  (state: Finding['state']) =>
  (name: string, advice: string, { value = '', at = null }: Partial<Finding> = {}): Finding => ({
    name,
    state,
    value,
    at,
    advice,
  });
export const good = inState('good');
export const notice = inState('notice');
export const bad = inState('bad');
