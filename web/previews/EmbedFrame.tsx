import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { EMBEDS, type Embed } from '../../src/contract/embeds';
import classes from './EmbedCard.module.css';

/** Rights of a frame: run its own scripts on its own origin, and open links in new tabs. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';
const ALLOW = 'autoplay; encrypted-media; picture-in-picture; fullscreen';

type Props = { embed: Embed; title: string; onClose?: () => void };

/** Frame of the service, and a plain link below it, because some posts show only to people signed in at the service. */
export function EmbedFrame({ embed, title, onClose }: Props) {
  const { name, height } = EMBEDS[embed.kind];
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLIFrameElement>(null);
  // the focus was on the button, which is gone; and the list does not remove a card that has the focus
  useEffect(() => frame.current?.focus(), []);
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
