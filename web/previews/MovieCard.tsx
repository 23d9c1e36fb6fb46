import { Skeleton } from '@mantine/core';
import { IconMovie, IconStarFilled } from '@tabler/icons-react';
import { Highlighted } from '../product/Highlighted';
import { CARD_HEIGHT } from './card-heights';
import { LinkCard } from './LinkCard';
import classes from './LinkCard.module.css';
import { useMovie } from './use-preview';

/** Card of a film or series. If its details are not known, it shows a plain preview of the link. */
export function MovieCard({ imdbId, url }: { imdbId: string; url: string }) {
  const movie = useMovie(imdbId);
  if (movie === null) return <LinkCard url={url} />;
  if (!movie) return <Skeleton height={CARD_HEIGHT} radius={12} role="status" aria-label="Loading film" />;
  const { title, year, rating, genres, posterUrl } = movie;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={`${classes.card} ${classes.poster}`}
    >
      <span className={classes.picture}>
        {posterUrl ? (
          <img src={posterUrl} alt="" loading="lazy" decoding="async" fetchPriority="low" />
        ) : (
          <IconMovie size={26} aria-hidden />
        )}
      </span>
      <span className={classes.text}>
        <strong className={classes.title}>{title && <Highlighted text={title} />}</strong>
        <span className={classes.facts}>
          {year && <span>{year}</span>}
          {year && rating !== null && <span aria-hidden>·</span>}
          {rating !== null && (
            <>
              <IconStarFilled size={12} aria-hidden />
              <span aria-label={`Rated ${rating} of 10`} role="img">
                {rating.toFixed(1)}
              </span>
            </>
          )}
        </span>
        {genres.length > 0 && <span className={classes.description}>{genres.join(', ')}</span>}
      </span>
    </a>
  );
}
