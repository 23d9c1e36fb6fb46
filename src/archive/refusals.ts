import { VisibleError } from '../app/errors';

export const refusal = (name: string, reason: string): VisibleError =>
  new VisibleError('BAD_REQUEST', `${name} cannot be imported: ${reason}`);
