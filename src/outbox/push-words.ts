import type { App } from '../app/app';
import type { PushWords } from '../contract/push';
import { boardPath } from './board-url';

/** In code points: with the words around it, a reminder fills two segments. */
export const QUOTED_MAX = 200;

export const plainPush = (title: string, body: string, path: string): PushWords => ({
  title,
  body,
  text: null,
  path,
});

export const boardPush = (tag: string, sentence: string, path = boardPath(tag)): PushWords =>
  plainPush(`#${tag}`, sentence, path);

export const sentencePush = (app: App, sentence: string): PushWords =>
  plainPush(app.config.productName, sentence, '/');
