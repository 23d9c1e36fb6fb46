import { VisuallyHidden } from '@mantine/core';
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
  IconPlayerPlayFilled,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { EMBEDS, type Embed } from '../../src/contract/embeds';
import { Highlighted } from '../product/Highlighted';
import { lazyDialog } from '../ui/lazy-dialog';
import { hasThumbnail } from './card-heights';
import classes from './EmbedCard.module.css';
import { EmbedFrame } from './EmbedFrame';
import cardClasses from './LinkCard.module.css';
import { usePreview } from './use-preview';

const EmbedDialog = lazyDialog(() => import('./EmbedDialog'), 'EmbedDialog');

const ICONS = {
  youtube: IconBrandYoutube,
  instagram: IconBrandInstagram,
  x: IconBrandX,
  facebook: IconBrandFacebook,
  tiktok: IconBrandTiktok,
};

/**
 * Card of a post on another service. A click opens a frame of that service. Before the click, the browser
 * loads nothing from the service (docs/product.md: Link cards). If the column is too narrow, the frame opens
 * in a dialog. On small screens it does not, because a dialog is no wider than the column there.
 */
export function EmbedCard({ embed }: { embed: Embed }) {
  const { name, minWidth } = EMBEDS[embed.kind];
  const preview = usePreview(embed.url);
  const [open, setOpen] = useState<'here' | 'dialog' | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const isVideo = hasThumbnail(embed.kind);
  const title = preview?.title ?? `${name} ${isVideo ? 'video' : 'post'}`;
  const Icon = ICONS[embed.kind];
  const show = () => {
    const { offsetWidth } = box.current!;
    setOpen(offsetWidth < Math.min(minWidth, innerWidth / 2) ? 'dialog' : 'here');
  };

  if (open === 'here') return <EmbedFrame embed={embed} title={title} onClose={() => setOpen(null)} />;
  return (
    <div ref={box}>
      <button type="button" className={isVideo ? classes.video : cardClasses.card} onClick={show}>
        <span className={isVideo ? classes.picture : cardClasses.picture}>
          {preview?.image ? (
            <img src={preview.image} alt="" loading="lazy" decoding="async" fetchPriority="low" />
          ) : (
            !isVideo && <Icon size={30} aria-hidden />
          )}
          {isVideo && (
            <span className={classes.play}>
              <IconPlayerPlayFilled size={26} aria-hidden />
            </span>
          )}
        </span>
        <VisuallyHidden>{isVideo ? 'Play' : 'Show'}</VisuallyHidden>
        <span className={isVideo ? classes.caption : cardClasses.text} dir="auto">
          <span className={classes.service}>
            <Icon size={15} aria-hidden /> {name}
          </span>
          <strong className={isVideo ? classes.title : cardClasses.title}>
            <Highlighted text={title} />
          </strong>
          {!isVideo && (
            <span className={cardClasses.description}>
              {preview?.description ? <Highlighted text={preview.description} /> : 'Show it here'}
            </span>
          )}
        </span>
      </button>
      <EmbedDialog embed={embed} title={title} opened={open === 'dialog'} onClose={() => setOpen(null)} />
    </div>
  );
}
