import { IconMovie, IconStarFilled } from '@tabler/icons-react';
import { Highlighted } from '../../product/Highlighted';
import { CardLink, LinkCard, LoadingCard } from './LinkCard';
import classes from './LinkCard.module.css';
import { Poster } from './Poster';
import { useMovie } from './use-preview';

export function MovieCard({ imdbId, url }: { imdbId: string; url: string }) {
  const movie = useMovie(imdbId);
  if (movie === null) return <LinkCard url={url} />;
  if (!movie) return <LoadingCard label="Loading film" />;
  const { title, year, rating, genres, posterUrl } = movie;
  return (
    <CardLink
      url={url}
      kind={posterUrl ? 'large' : 'none'}
      picture={
        posterUrl ? <Poster src={posterUrl} shape="tall" /> : <IconMovie size={20} stroke={1.5} aria-hidden />
      }
    >
      <span className={classes.words}>
        <strong className={classes.title}>{title && <Highlighted text={title} />}</strong>
      </span>
      <span className={classes.source}>
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
        {genres.length > 0 && (
          <>
            {(year || rating !== null) && <span aria-hidden>·</span>}
            <span className={classes.genres}>{genres.join(', ')}</span>
          </>
        )}
      </span>
    </CardLink>
  );
}
