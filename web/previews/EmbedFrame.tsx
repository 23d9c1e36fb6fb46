import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { EMBEDS, type Embed } from '../../src/contract/embeds';
import classes from './EmbedCard.module.css';

/**
 * What the frame can do: run scripts, keep its own origin, open links in new tabs, and present on a second
 * screen.
 */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';
const ALLOW = 'autoplay; encrypted-media; picture-in-picture; fullscreen';

type Props = {
  embed: Embed;
  title: string;
  /** Called by the button "Hide". A frame in a dialog has no such button. */
  onClose?: () => void;
};

/**
 * A post in a frame of its service, with a link to the post below. Some posts are visible only to people who
 * are signed in at the service.
 */
export function EmbedFrame({ embed, title, onClose }: Props) {
  const { name, height } = EMBEDS[embed.kind];
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLIFrameElement>(null);
  // A frame that replaces its card takes the focus, because the button that had the focus is gone. The list
  // keeps the card with the focus while scrolling. A dialog moves the focus itself.
  const inPlace = onClose !== undefined;
  useEffect(() => {
    if (inPlace) frame.current?.focus();
  }, [inPlace]);
  return (
    <div className={classes.open}>
      <iframe
        ref={frame}
        src={embed.kind === 'x' ? `${embed.frame}&theme=${scheme}` : embed.frame}
        title={`${title}, from ${name}`}
        height={height}
        sandbox={SANDBOX}
        allow={ALLOW}
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
      />
      <div className={classes.below}>
        <a href={embed.url} target="_blank" rel="noopener noreferrer nofollow">
          Open on {name}
        </a>
        {onClose && (
          <button type="button" onClick={onClose}>
            Hide
          </button>
        )}
      </div>
    </div>
  );
}
