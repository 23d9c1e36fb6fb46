import type { PhotoOnCard } from '../../../src/contract/media';
import { Photo, type PlaceWidth } from '../../messages/card/Photo';
import classes from './CardContent.module.css';

/** Width of a card. It must agree with the columns in DashboardPage.module.css. */
const cardWidth: PlaceWidth = (width) => (width <= 576 ? width : width <= 1200 ? width / 2 : 384);
const MOSAIC_HEIGHT_PER_WIDTH = 0.4;

export function Mosaic({ photos }: { photos: PhotoOnCard[] }) {
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
            placeWidth={cardWidth}
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
