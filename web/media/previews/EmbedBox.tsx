import { useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { EMBEDS, type Embed } from '../../../src/contract/embeds';
import classes from './EmbedCard.module.css';
import { type LoadWhen, useLiveFrame } from './live-frames';
import { SERVICE_ICONS } from './service-icons';

const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';
const ALLOW = 'autoplay; encrypted-media; picture-in-picture; fullscreen';

const LOAD_MS = 10_000;

export type FrameState = 'waiting' | 'loading' | 'shown' | 'failed';

type Props = {
  embed: Embed;
  title: string;
  loadWhen: LoadWhen;
  cover: (state: FrameState, retry: () => void) => ReactNode;
  link: ReactNode;
  onHide: () => void;
  onUnload: () => void;
};

/** The box has the height of the frame, so that nothing moves when the frame appears or disappears. */
export function EmbedBox({ embed, title, loadWhen, cover, link, onHide, onUnload }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [result, setResult] = useState<'shown' | 'failed' | null>(null);
  const live = useLiveFrame(box, result === 'failed' ? 'never' : loadWhen, onUnload);
  const state: FrameState =
    result === 'failed' ? 'failed' : !live ? 'waiting' : result === 'shown' ? 'shown' : 'loading';
  if (!live && result === 'shown') setResult(null);
  const Icon = SERVICE_ICONS[embed.kind];
  return (
    <div>
      <div
        ref={box}
        className={classes.box}
        data-wide={!EMBEDS[embed.kind].isFilm || undefined}
        style={{ height: EMBEDS[embed.kind].height }}
      >
        {state !== 'shown' && cover(state, () => setResult(null))}
        {live && (
          <EmbedFrame
            embed={embed}
            title={title}
            width={box.current!.offsetWidth}
            loaded={state === 'shown'}
            takesFocus={loadWhen === 'started'}
            onLoad={() => setResult('shown')}
            onFail={() => setResult('failed')}
          />
        )}
      </div>
      <div className={classes.below}>
        <a href={embed.url} target="_blank" rel="noopener noreferrer nofollow">
          <Icon size={16} aria-hidden />
          {link}
        </a>
        {loadWhen !== 'never' && (live || state === 'failed') && (
          <button type="button" data-touch onClick={onHide}>
            Hide
          </button>
        )}
      </div>
    </div>
  );
}

type FrameProps = {
  embed: Embed;
  title: string;
  width: number;
  loaded: boolean;
  onLoad: () => void;
  onFail: () => void;
  takesFocus: boolean;
};

/** Browsers report an error page as loaded too, so a blocked iframe is not noticed. */
function EmbedFrame({ embed, title, width, loaded, onLoad, onFail, takesFocus }: FrameProps) {
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (takesFocus) frame.current?.focus();
  }, [takesFocus]);
  const [ownWidth] = useState(width); // another width would load the post again
  const settings = { x: `&theme=${scheme}`, facebook: `&width=${ownWidth}` }[embed.kind as string] ?? '';
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
      src={embed.frame + settings}
      title={`${title}, from ${EMBEDS[embed.kind].name}`}
      sandbox={SANDBOX}
      allow={ALLOW}
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={onLoad}
    />
  );
}
