import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { EMBEDS, type Embed } from '../../src/contract/embeds';
import classes from './EmbedCard.module.css';

/** What a frame may do: run its own scripts on its own origin, and open its links in tabs of their own. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';
const ALLOW = 'autoplay; encrypted-media; picture-in-picture; fullscreen';

type Props = { embed: Embed; title: string; onClose?: () => void };

/** The service's own frame, with the plain link beside it: some posts are shown only to the signed-in there. */
export function EmbedFrame({ embed, title, onClose }: Props) {
  const { name, height } = EMBEDS[embed.kind];
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLIFrameElement>(null);
  // the button that opened it is gone; the list keeps what has the focus when it is scrolled away
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
