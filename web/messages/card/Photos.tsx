import { VisuallyHidden } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useContext } from 'react';
import type { Media } from '../../../src/contract/media';
import type { Message } from '../../../src/contract/messages';
import { SearchQueryContext } from '../../product/Highlighted';
import { isVisual, mediaKind, mosaicRatio, photoRatio, TILES_MAX, tileShape } from './media-layout';
import { useMessageDialog } from './message-action';
import { Photo, type PlaceWidths } from './Photo';
import classes from './Photos.module.css';
import { photoAlt } from './photo-alt';
import { senderName } from './sender';

/** Widths of a card in a list of messages. They must agree with the number of columns in masonry-columns.ts. */
const CARD_WIDTHS: PlaceWidths = [
  ['(min-width: 1101px)', 'min(490px, (94vw - 18rem) / 3)'],
  ['(min-width: 64em)', '(94vw - 17rem) / 2'],
  ['(min-width: 701px)', '(94vw - 1rem) / 2'],
  ['', '100vw - 2rem'],
];

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
  const query = useContext(SearchQueryContext);
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
        <Photo photo={file} alt={photoAlt(file, `Attachment ${name}`)} widths={CARD_WIDTHS} {...shape} />
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
