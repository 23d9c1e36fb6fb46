import type { Media } from '../../../src/contract/media';
import { Photo, type PlaceWidths } from '../../messages/card/Photo';
import classes from './CardContent.module.css';

/** Widths of a card. Must agree with the columns in DashboardPage.module.css. */
const CARD_WIDTHS: PlaceWidths = [
  ['(max-width: 36em)', '100vw'],
  ['(max-width: 75em)', '50vw'],
  ['', '24rem'],
];
const MOSAIC_HEIGHT_PER_WIDTH = 0.4;

export function Mosaic({ photos }: { photos: Media[] }) {
  return (
    <div className={classes.mosaic} data-photos={photos.length}>
      {photos.map((photo, index) => {
        const { width, height } = placeOf(photos.length, index);
        return (
          <Photo
            key={photo.id}
            photo={{ ...photo, type: 'image/webp' }} // shows a still picture of an animation
            alt=""
            ratio={width / (height * MOSAIC_HEIGHT_PER_WIDTH)}
            widths={CARD_WIDTHS}
            share={width}
          />
        );
      })}
    </div>
  );
}

function placeOf(count: number, index: number): { width: number; height: number } {
  if (count === 3) return index === 0 ? { width: 2 / 3, height: 1 } : { width: 1 / 3, height: 1 / 2 };
  return { width: count === 1 ? 1 : 1 / 2, height: count === 4 ? 1 / 2 : 1 };
}
