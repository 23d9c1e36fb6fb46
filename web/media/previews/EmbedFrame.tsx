import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { EMBEDS, type Embed } from '../../../src/contract/embeds';
import classes from './EmbedCard.module.css';

const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';
const ALLOW = 'autoplay; encrypted-media; picture-in-picture; fullscreen';

const LOAD_MS = 10_000;

type Props = {
  embed: Embed;
  title: string;
  loaded: boolean;
  onLoad: () => void;
  onFail: () => void;
  takesFocus: boolean;
};

/** Browsers report an error page as loaded too, so a blocked iframe is not noticed. */
export function EmbedFrame({ embed, title, loaded, onLoad, onFail, takesFocus }: Props) {
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (takesFocus) frame.current?.focus();
  }, [takesFocus]);
  const fail = useEffectEvent(onFail);
  useEffect(() => {
    if (loaded) return;
    const timer = setTimeout(() => fail(), LOAD_MS);
    return () => clearTimeout(timer);
  }, [loaded]);
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      data-loaded={loaded || undefined}
      src={embed.kind === 'x' ? `${embed.frame}&theme=${scheme}` : embed.frame}
      title={`${title}, from ${EMBEDS[embed.kind].name}`}
      sandbox={SANDBOX}
      allow={ALLOW}
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={onLoad}
    />
  );
}
