import * as z from 'zod/mini';
import { withExample } from './example';

export const finding = withExample(
  z.object({
    name: z.string(),
    state: z.enum(['good', 'notice', 'bad']),
    value: z.string(),
    at: z.nullable(z.string()),
    advice: z.string(),
  }),
  {
    name: 'Last backup',
    state: 'notice',
    value: 'None',
    at: null,
    advice: 'Set BACKUP_DIR to a folder on another disk, and one is made every day.',
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
