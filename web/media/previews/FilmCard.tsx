import { VisuallyHidden } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { EMBEDS, type Embed } from '../../../src/contract/embeds';
import type { Preview } from '../../../src/contract/previews';
import { Highlighted } from '../../product/Highlighted';
import { lazyDialog } from '../../ui/lazy-dialog';
import { EmbedBox } from './EmbedBox';
import classes from './EmbedCard.module.css';
import { Poster } from './Poster';
import { useFits } from './use-fits';

const EmbedDialog = lazyDialog(() => import('./EmbedDialog'), 'EmbedDialog');

type Props = { embed: Embed; preview: Preview | null };

/** The picture is our own copy: before the click the browser loads nothing from the service. */
export function FilmCard({ embed, preview }: Props) {
  const { name } = EMBEDS[embed.kind];
  const title = preview?.title ?? `${name} video`;
  const [open, setOpen] = useState<'here' | 'dialog' | null>(null);
  const [wasHidden, setHidden] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const fits = useFits(box, embed.kind);
  return (
    <>
      <EmbedBox
        embed={embed}
        title={title}
        box={box}
        loadWhen={open === 'here' ? 'started' : 'never'}
        cover={(state, retry) => (
          <button
            type="button"
            className={classes.film}
            disabled={state === 'loading'}
            // biome-ignore lint/a11y/noAutofocus: the button "Hide", which had the focus, is gone
            autoFocus={wasHidden}
            onClick={() => {
              retry();
              setOpen(fits ? 'here' : 'dialog');
            }}
          >
            {preview?.image && (
              <Poster src={preview.image} shape={embed.kind === 'youtube' ? 'wide' : 'tall'} />
            )}
            <span className={classes.play}>
              <IconPlayerPlayFilled size={26} aria-hidden />
            </span>
            {state === 'failed' && <span className={classes.trouble}>{name} did not answer. Try again</span>}
            <VisuallyHidden>Play {title}</VisuallyHidden>
          </button>
        )}
        link={
          <>
            <VisuallyHidden>Open on {name}: </VisuallyHidden>
            <strong dir="auto">
              <Highlighted text={title} />
            </strong>
          </>
        }
        onHide={() => {
          setHidden(true);
          setOpen(null);
        }}
        onUnload={() => setOpen(null)}
      />
      <EmbedDialog embed={embed} title={title} opened={open === 'dialog'} onClose={() => setOpen(null)} />
    </>
  );
}
