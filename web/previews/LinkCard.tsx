import { Skeleton } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { Highlighted } from '../product/Highlighted';
import { CARD_HEIGHT } from './card-heights';
import { EmbedCard } from './EmbedCard';
import classes from './LinkCard.module.css';
import { useEmbedBehindShortLink, usePreview } from './use-preview';

/**
 * Card with the title, description and picture of a link, or the card of the post that a short link leads to.
 * If there is neither, no card is shown, since the link is in the text anyway.
 */
export function LinkCard({ url }: { url: string }) {
  const preview = usePreview(url);
  const post = useEmbedBehindShortLink(url);
  const [showsGap, setShowsGap] = useState(preview === undefined);
  if (post) return <EmbedCard embed={post} />;
  if (preview === null)
    return showsGap && <div className={classes.closingGap} onAnimationEnd={() => setShowsGap(false)} />;
  if (!preview)
    return <Skeleton height={CARD_HEIGHT} radius={12} role="status" aria-label="Loading preview" />;
  const { title, description, image } = preview;
  // a page chooses its own name and its redirects, so the card also shows the host that a click opens
  const host = hostOf(url);
  const site = preview.site_name ?? hostOf(preview.url);
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={classes.card}>
      <span className={classes.picture}>
        {image ? (
          <img src={image} alt="" loading="lazy" decoding="async" fetchPriority="low" />
        ) : (
          <IconWorld size={26} aria-hidden />
        )}
      </span>
      <span className={classes.text} dir="auto">
        <span className={classes.source}>
          {site !== host && (
            <>
              <span className={classes.site}>{site}</span>
              <span aria-hidden>·</span>
            </>
          )}
          <span className={classes.host}>
            <bdi>{host}</bdi>
          </span>
        </span>
        <strong className={classes.title}>{title && <Highlighted text={title} />}</strong>
        {description && (
          <span className={classes.description}>
            <Highlighted text={description} />
          </span>
        )}
      </span>
    </a>
  );
}

const hostOf = (url: string) => new URL(url).hostname.replace(/^www\./, '');
