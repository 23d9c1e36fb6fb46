import { Skeleton } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Embed } from '../../../src/contract/embeds';
import type { Preview } from '../../../src/contract/previews';
import { Highlighted } from '../../product/Highlighted';
import { heightOfEmbed } from './card-heights';
import classes from './LinkCard.module.css';
import { pictureKind } from './picture-kind';
import { usePreview } from './use-preview';

const EmbedCard = lazy(() => import('./EmbedCard').then(({ EmbedCard }) => ({ default: EmbedCard })));

export const EmbedLater = ({ embed }: { embed: Embed }) => (
  <Suspense fallback={<div style={{ height: heightOfEmbed(embed) }} />}>
    <EmbedCard embed={embed} />
  </Suspense>
);

export function LinkCard({ url }: { url: string }) {
  const { preview, post } = usePreview(url);
  const [showsGap, setShowsGap] = useState(preview === undefined);
  if (post) return <EmbedLater embed={post} />;
  if (preview === null)
    return showsGap && <div className={classes.closingGap} onAnimationEnd={() => setShowsGap(false)} />;
  if (!preview) return <LoadingCard label="Loading preview" />;
  return <PreviewCard url={url} preview={preview} />;
}

function PreviewCard({ url, preview }: { url: string; preview: Preview }) {
  const { title, description, image } = preview;
  // the page behind a link chooses which site name it states and where it redirects, so the card also shows
  // the host of the link
  const host = hostOf(url);
  const site = preview.site_name ?? hostOf(preview.url);
  return (
    <CardLink
      url={url}
      kind={pictureKind(preview)}
      picture={
        image ? (
          <img src={image} alt="" loading="lazy" decoding="async" fetchPriority="low" />
        ) : (
          <IconWorld size={20} stroke={1.5} aria-hidden />
        )
      }
    >
      <span className={classes.words} dir="auto">
        <strong className={classes.title}>{title && <Highlighted text={title} />}</strong>
        {description && (
          <span className={classes.description}>
            <Highlighted text={description} />
          </span>
        )}
      </span>
      <span className={classes.source}>
        {site !== host && (
          <>
            <span className={classes.site}>{site}</span>
            <span className={classes.dot} aria-hidden>
              ·
            </span>
          </>
        )}
        <span className={classes.host}>
          <bdi>{host}</bdi>
        </span>
      </span>
    </CardLink>
  );
}

type CardLinkProps = {
  url: string;
  kind: 'large' | 'small' | 'none';
  picture: ReactNode;
  children: ReactNode;
};

export const CardLink = ({ url, kind, picture, children }: CardLinkProps) => (
  <a
    href={url}
    target="_blank"
    rel="noopener noreferrer nofollow"
    className={`${classes.card} ${classes[kind]}`}
  >
    <span className={classes.picture}>{picture}</span>
    <span className={classes.text}>{children}</span>
  </a>
);

export function LoadingCard({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className={`${classes.card} ${classes.large} ${classes.loading}`}>
      <span className={classes.picture} />
      <span className={classes.text}>
        <Skeleton height="0.8rem" width="70%" radius="sm" />
        <Skeleton height="0.6rem" width="30%" radius="sm" />
      </span>
    </div>
  );
}

const hostOf = (url: string) => new URL(url).hostname.replace(/^www\./, '');
