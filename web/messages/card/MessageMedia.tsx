import type { CSSProperties } from 'react';
import type { Message } from '../../../src/contract/messages';
import { ContactCard } from './ContactCard';
import { FileCard } from './FileCard';
import classes from './MessageMedia.module.css';
import { mediaKind, photoRatio } from './media-layout';

type Media = Message['media'];

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
          <img
            src={url}
            alt={`Attachment ${numberAndSender}`}
            loading="lazy"
            decoding="async"
            fetchPriority="low" // API calls come first
            style={{ '--ratio': width && height ? photoRatio(width, height) : 4 / 3 } as CSSProperties}
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
