import type { Web } from '../app/web';
import { FetchFailed } from './web-content';

const refuse = async (): Promise<never> => {
  throw new FetchFailed('unsuitable', 'nothing leaves a demo');
};

/** Links then stay plain links (docs/product/demo.md). */
export const noWeb: Web = {
  visit: refuse,
  post: refuse,
  request: refuse,
  call: refuse,
  get: refuse,
  mayPost: () => false,
  mayCall: () => false,
  isFull: () => false,
};
