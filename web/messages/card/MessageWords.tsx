import { lazy, Suspense } from 'react';
import type { Message } from '../../../src/contract/messages';
import { remSize } from '../../ui/lengths';
import { CARD, wordsHeight } from './card-height';
import { MessageText } from './MessageText';
import { shownText } from './shown-text';

const Checklist = lazy(() => import('./Checklist').then(({ Checklist }) => ({ default: Checklist })));

/** `spellsLinks`: a link that is the whole text is shown, because nothing else shows it. */
type Props = { message: Message; chips: readonly string[]; spellsLinks?: boolean };

export function MessageWords({ message, chips, spellsLinks }: Props) {
  const { kind, text } = shownText(message);
  const shown = spellsLinks && kind === 'link' ? 'text' : kind;
  const words = <MessageText kind={shown} text={text} tags={message.tags} chips={chips} message={message} />;
  if (!message.items) return words;
  const keepRoom = (waiting: HTMLElement | null) => {
    if (!waiting) return;
    const height = wordsHeight(message, kind, text, waiting.clientWidth / remSize()) - CARD.gap;
    waiting.style.cssText = `height: ${height}rem; overflow: clip`;
  };
  return (
    <Suspense fallback={<div ref={keepRoom}>{words}</div>}>
      <Checklist message={message} text={text} chips={chips} />
    </Suspense>
  );
}
