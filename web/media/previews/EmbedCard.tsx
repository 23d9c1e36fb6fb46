import { VisuallyHidden } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { EMBEDS, type Embed } from '../../../src/contract/embeds';
import { useAsker } from '../../product/embeds-mode';
import { Highlighted } from '../../product/Highlighted';
import { EmbedBox, type FrameState } from './EmbedBox';
import classes from './EmbedCard.module.css';
import { hiddenPosts } from './hidden-posts';
import { PostButton } from './PostButton';
import { Poster } from './Poster';
import { SERVICE_ICONS } from './service-icons';
import { usePreview } from './use-preview';

/** The picture of a film is our own copy: before the click the browser loads nothing from the service. */
export function EmbedCard({ embed }: { embed: Embed }) {
  const { preview = null } = usePreview(embed.url);
  const { name, isFilm } = EMBEDS[embed.kind];
  const Icon = SERVICE_ICONS[embed.kind];
  const title = preview?.title ?? `${name} ${isFilm ? 'video' : 'post'}`;
  const showsByItself = useAsker() === null;
  const [started, setStarted] = useState(false);
  const [hidden, setHidden] = useState(() => hiddenPosts.has(embed.url));
  /** False for a post that was already hidden when its card scrolled into view. */
  const [justHidden, setJustHidden] = useState(false);
  const close = () => setStarted(false);
  const show = () => {
    hiddenPosts.delete(embed.url);
    setHidden(false);
    setStarted(true);
  };
  const hide = () => {
    hiddenPosts.add(embed.url);
    setHidden(true);
    setJustHidden(true);
    close();
  };
  const film = (state: FrameState) => (
    <>
      {preview?.image && <Poster src={preview.image} shape={embed.kind === 'youtube' ? 'wide' : 'tall'} />}
      <span className={classes.play}>
        <IconPlayerPlayFilled size={26} aria-hidden />
      </span>
      {state === 'failed' && <span className={classes.trouble}>{name} did not answer. Try again</span>}
      <VisuallyHidden>Play {title}</VisuallyHidden>
    </>
  );
  const post = (state: FrameState) => (
    <>
      <Icon size={30} stroke={1.5} aria-hidden />
      <VisuallyHidden>Show </VisuallyHidden>
      <strong className={classes.title} dir="auto">
        <Highlighted text={title} />
      </strong>
      {preview?.description && (
        <span className={classes.words} dir="auto">
          <Highlighted text={preview.description} />
        </span>
      )}
      <span className={classes.status}>
        {state === 'loading'
          ? 'Loading...'
          : state === 'failed'
            ? `${name} did not answer. Try again`
            : 'Show it here'}
      </span>
    </>
  );
  return isFilm || started || (showsByItself && !hidden) ? (
    <EmbedBox
      embed={embed}
      title={title}
      loadWhen={started ? 'started' : isFilm ? 'never' : 'in view'}
      cover={(state, retry) => (
        <button
          type="button"
          className={isFilm ? classes.film : classes.post}
          disabled={state === 'loading'}
          // biome-ignore lint/a11y/noAutofocus: the button "Hide", which had the focus, is gone
          autoFocus={isFilm && justHidden}
          onClick={() => {
            retry();
            show();
          }}
        >
          {isFilm ? film(state) : post(state)}
        </button>
      )}
      link={
        isFilm ? (
          <>
            <VisuallyHidden>Open on {name}: </VisuallyHidden>
            <strong dir="auto">
              <Highlighted text={title} />
            </strong>
          </>
        ) : (
          `Open on ${name}`
        )
      }
      onHide={hide}
      onUnload={close}
    />
  ) : (
    <PostButton embed={embed} preview={preview} title={title} takesFocus={justHidden} onClick={show} />
  );
}
