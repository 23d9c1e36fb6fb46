import { VisuallyHidden } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useContext } from 'react';
import type { Media } from '../../../src/contract/media';
import type { Message } from '../../../src/contract/messages';
import { SearchContext } from '../../product/Highlighted';
import { isVisual, mediaKind, mosaicRatio, photoRatio, TILES_MAX, tileShape } from './media-layout';
import { useMessageDialog } from './message-action';
import { Photo, type PlaceWidth } from './Photo';
import classes from './Photos.module.css';
import { photoAlt } from './photo-alt';
import { senderName } from './sender';

/** Width of a card in a list of messages. It must agree with the number of columns in masonry-columns.ts. */
const cardWidth: PlaceWidth = (width) => {
  if (width <= 700) return width - 32;
  const main = 0.94 * width - (width < 1024 ? 16 : 288);
  return width <= 1100 ? main / 2 : Math.min(490, main / 3);
};

export function Photos({ message }: { message: Message }) {
  const visual = message.media.filter(isVisual);
  const [first] = visual;
  if (visual.length === 1 && mediaKind(first!.type) === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: recordings of users have no captions
      <video
        className={classes.video}
        src={first!.url}
        controls
        preload="metadata"
        aria-label={`Video ${message.media.indexOf(first!) + 1} from ${senderName(message)}`}
      />
    );
  const tiles = visual.slice(0, TILES_MAX);
  const shapeOf = (index: number) =>
    visual.length === 1 ? { share: 1, ratio: photoRatio(first!) } : tileShape(index, visual.length);
  return (
    <div
      className={classes.mosaic}
      data-count={tiles.length}
      style={tiles.length > 1 ? { aspectRatio: mosaicRatio(tiles.length) } : undefined}
    >
      {tiles.map((file, index) => (
        <Tile
          key={file.id}
          message={message}
          file={file}
          shape={shapeOf(index)}
          more={index === TILES_MAX - 1 ? visual.length - TILES_MAX : 0}
        />
      ))}
    </div>
  );
}

type TileProps = {
  message: Message;
  file: Media;
  shape: { share: number; ratio: number };
  more: number;
};

function Tile({ message, file, shape, more }: TileProps) {
  const openDialog = useMessageDialog();
  const query = useContext(SearchContext)?.query ?? null;
  const name = `${message.media.indexOf(file) + 1} from ${senderName(message)}`;
  return (
    <button
      type="button"
      className={classes.tile}
      data-file={file.id}
      aria-haspopup="dialog"
      onClick={() => openDialog({ action: 'look', message, file: file.id, query })}
    >
      {mediaKind(file.type) === 'video' ? (
        <>
          <video
            src={file.url}
            preload="metadata"
            muted
            tabIndex={-1}
            aria-label={photoAlt(file, `Video ${name}`)}
          />
          <IconPlayerPlayFilled className={classes.play} aria-hidden />
        </>
      ) : (
        <Photo photo={file} alt={photoAlt(file, `Attachment ${name}`)} placeWidth={cardWidth} {...shape} />
      )}
      {more > 0 && (
        <span className={classes.more}>
          +{more}
          <VisuallyHidden component="span"> more</VisuallyHidden>
        </span>
      )}
    </button>
  );
}
