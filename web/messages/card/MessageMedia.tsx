import type { CSSProperties } from 'react';
import type { Message } from '../../../src/contract/messages';
import { ContactCard } from './ContactCard';
import { FileCard } from './FileCard';
import classes from './MessageMedia.module.css';
import { mediaKind, photoRatio } from './media-layout';

type Media = Message['media'];

/** Photos, films, sounds and files of a message. A photo whose size is not known gets a fixed frame: nothing jumps when it comes. */
export function MessageMedia({ media, sender }: { media: Media; sender: string }) {
  if (media.length === 0) return null;
  return (
    <div className={classes.media} data-several={media.length > 1 || undefined}>
      {media.map((file, index) => (
        <File key={file.id} file={file} ofSender={`${index + 1} from ${sender}`} />
      ))}
    </div>
  );
}

function File({ file, ofSender }: { file: Media[number]; ofSender: string }) {
  const { url, type, width, height } = file;
  switch (mediaKind(type)) {
    case 'photo':
      return (
        <a href={url} target="_blank" rel="noopener noreferrer" className={classes.photo}>
          <img
            src={url}
            alt={`Attachment ${ofSender}`}
            loading="lazy"
            decoding="async"
            style={{ '--ratio': width && height ? photoRatio(width, height) : 4 / 3 } as CSSProperties}
          />
        </a>
      );
    // biome-ignore-start lint/a11y/useMediaCaption: people's own recordings come without captions
    case 'video':
      return (
        <video
          className={classes.film}
          src={url}
          controls
          preload="metadata"
          aria-label={`Video ${ofSender}`}
        />
      );
    case 'sound':
      return (
        <audio
          className={classes.sound}
          src={url}
          controls
          preload="none"
          aria-label={`Voice note ${ofSender}`}
        />
      );
    // biome-ignore-end lint/a11y/useMediaCaption: as above
    case 'contact':
      return <ContactCard url={url} />;
    default:
      return <FileCard url={url} type={type} />;
  }
}
