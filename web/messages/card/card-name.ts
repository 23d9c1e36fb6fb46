import type { Message } from '../../../src/contract/messages';
import { plainText } from './markdown';
import { mediaKind } from './media-layout';
import { senderName } from './sender';
import { shownText } from './shown-text';

const LETTERS_MAX = 60;
const FILES = { photo: 'Photo', video: 'Video', sound: 'Voice note', contact: 'Contact', file: 'File' };

const names = new WeakMap<Message, string>();

/** Names a card for screen readers by its first words and its sender. */
export function cardName(message: Message): string {
  let name = names.get(message);
  if (name === undefined) {
    const [file] = message.media;
    const words = plainText(shownText(message).text).replace(/\s+/g, ' ').trim();
    const first =
      words.length <= LETTERS_MAX ? words : `${words.slice(0, LETTERS_MAX).replace(/\s\S*$/, '')}…`;
    name = `${first || (file ? FILES[mediaKind(file.type)] : 'Only a hashtag')}, ${senderName(message)}`;
    names.set(message, name);
  }
  return name;
}
