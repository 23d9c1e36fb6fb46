import { Menu } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Message } from '../../../src/contract/messages';
import { reactionsOf } from '../../product/pending/reactions';
import classes from './Reactions.module.css';
import { useReact } from './use-react';

const CHOICES = {
  '👍': 'thumbs up',
  '❤️': 'heart',
  '😂': 'laughing',
  '😮': 'surprised',
  '😢': 'sad',
  '🎉': 'party',
  '🙏': 'thank you',
  '👎': 'thumbs down',
};

function focusNeighbour({ key, currentTarget: from }: KeyboardEvent) {
  const neighbours: Record<string, Element | null> = {
    ArrowRight: from.nextElementSibling,
    ArrowLeft: from.previousElementSibling,
  };
  const next = neighbours[key];
  if (next instanceof HTMLElement) next.focus();
}

/** Part of a menu, whose arrow keys lead through it, too. */
export function ReactionPicker({ message }: { message: Message }) {
  const react = useReact(message);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong in a menu
    <div role="group" aria-label="React" className={classes.picker}>
      {Object.entries(CHOICES).map(([emoji, name]) => {
        const mine = reactionsOf(message).some((reaction) => reaction.mine && reaction.emoji === emoji);
        return (
          <Menu.Item
            key={emoji}
            className={classes.choice}
            data-mine={mine || undefined}
            aria-label={`${mine ? 'Take back' : 'React with'} ${name}`}
            title={name}
            onClick={() => react({ emoji, on: !mine })}
            onKeyDown={focusNeighbour}
          >
            {emoji}
          </Menu.Item>
        );
      })}
    </div>
  );
}
