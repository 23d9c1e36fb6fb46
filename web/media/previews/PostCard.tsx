import { VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { EMBEDS, type Embed } from '../../../src/contract/embeds';
import type { Preview } from '../../../src/contract/previews';
import { useAsker } from '../../product/embeds-mode';
import { Highlighted } from '../../product/Highlighted';
import { lazyDialog } from '../../ui/lazy-dialog';
import { EmbedBox } from './EmbedBox';
import classes from './EmbedCard.module.css';
import { hiddenPosts } from './hidden-posts';
import { PostButton } from './PostButton';
import { SERVICE_ICONS } from './service-icons';
import { useFits } from './use-fits';

const EmbedDialog = lazyDialog(() => import('./EmbedDialog'), 'EmbedDialog');

type Props = { embed: Embed; preview: Preview | null };

export function PostCard({ embed, preview }: Props) {
  const { name } = EMBEDS[embed.kind];
  const Icon = SERVICE_ICONS[embed.kind];
  const title = preview?.title ?? `${name} post`;
  const element = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const fits = useFits(element, embed.kind);
  const showsByItself = useAsker() === null;
  const [open, setOpen] = useState<'here' | 'dialog' | null>(null);
  const [hidden, setHidden] = useState(() => hiddenPosts.has(embed.url));
  /** False for a post that was already hidden when its card scrolled into view. */
  const [justHidden, setJustHidden] = useState(false);
  const show = () => {
    hiddenPosts.delete(embed.url);
    setHidden(false);
    setOpen(fits ? 'here' : 'dialog');
  };
  const hide = () => {
    hiddenPosts.add(embed.url);
    setHidden(true);
    setJustHidden(true);
    setOpen(null);
  };
  const isHere = open === 'here' || (showsByItself && fits && !hidden);
  return (
    <div ref={element}>
      {isHere ? (
        <EmbedBox
          embed={embed}
          title={title}
          box={box}
          loadWhen={open === 'here' ? 'started' : 'in view'}
          cover={(state, retry) => (
            <button
              type="button"
              className={classes.post}
              disabled={state === 'loading'}
              onClick={() => {
                retry();
                setOpen('here');
              }}
            >
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
            </button>
          )}
          link={`Open on ${name}`}
          onHide={hide}
          onUnload={() => setOpen(null)}
        />
      ) : (
        <PostButton embed={embed} preview={preview} title={title} takesFocus={justHidden} onClick={show} />
      )}
      <EmbedDialog embed={embed} title={title} opened={open === 'dialog'} onClose={() => setOpen(null)} />
    </div>
  );
}
