import type { Message } from '../../../src/contract/messages';
import { ContactCard } from './ContactCard';
import { FileCard } from './FileCard';
import classes from './MessageMedia.module.css';
import { mediaKind, photoRatio } from './media-layout';
import { Photo, type PlaceWidths } from './Photo';

type Media = Message['media'];

/** Widths of a card in a list of messages, with the columns of MasonryFeed.tsx. */
const CARD_WIDTHS: PlaceWidths = [
  ['(min-width: 1101px)', 'min(490px, (94vw - 18rem) / 3)'],
  ['(min-width: 64em)', '(94vw - 17rem) / 2'],
  ['(min-width: 701px)', '(94vw - 1rem) / 2'],
  ['', '100vw - 2rem'],
];

/**
 * The photos, videos, sounds and other files of a message. Each has its height before it loads, so that
 * nothing moves later.
 */
export function MessageMedia({ media, sender }: { media: Media; sender: string }) {
  if (media.length === 0) return null;
  return (
    <div className={classes.media} data-several={media.length > 1 || undefined}>
      {media.map((file, index) => (
        <File key={file.id} file={file} numberAndSender={`${index + 1} from ${sender}`} />
      ))}
    </div>
  );
}

function File({ file, numberAndSender }: { file: Media[number]; numberAndSender: string }) {
  const { url, type, width, height } = file;
  switch (mediaKind(type)) {
    case 'photo':
      return (
        <a href={url} target="_blank" rel="noopener noreferrer" className={classes.photo}>
          <Photo
            photo={file}
            alt={`Attachment ${numberAndSender}`}
            ratio={width && height ? photoRatio(width, height) : 4 / 3}
            widths={CARD_WIDTHS}
          />
        </a>
      );
    // biome-ignore-start lint/a11y/useMediaCaption: recordings of users have no captions
    case 'video':
      return (
        <video
          className={classes.film}
          src={url}
          controls
          preload="metadata"
          aria-label={`Video ${numberAndSender}`}
        />
      );
    case 'sound':
      return (
        <audio
          className={classes.sound}
          src={url}
          controls
          preload="none"
          aria-label={`Voice note ${numberAndSender}`}
        />
      );
    // biome-ignore-end lint/a11y/useMediaCaption: as above
    case 'contact':
      return <ContactCard url={url} />;
    default:
      return <FileCard url={url} type={type} />;
  }
}
