import { IconPaperclip } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import type { Message } from '../../src/contract/messages';
import classes from './MessageMedia.module.css';

type Media = Message['media'];

/** Photos, films, sounds and files of a message. A photo whose size is not known gets a fixed frame: nothing jumps when it comes. */
export function MessageMedia({ media, sender }: { media: Media; sender: string }) {
  if (media.length === 0) return null;
  return (
    <div className={classes.media} data-several={media.length > 1 || undefined}>
      {media.map((file, index) => (
        <File key={file.id} file={file} name={`${nounOf(file.type)} ${index + 1} from ${sender}`} />
      ))}
    </div>
  );
}

function File({ file: { url, type, width, height }, name }: { file: Media[number]; name: string }) {
  if (type.startsWith('image/'))
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" className={classes.photo}>
        <img
          src={url}
          alt={name}
          loading="lazy"
          decoding="async"
          style={{ '--ratio': width && height ? ratioOf(width, height) : 4 / 3 } as CSSProperties}
        />
      </a>
    );
  // biome-ignore-start lint/a11y/useMediaCaption: people's own recordings come without captions
  if (type.startsWith('video/'))
    return <video className={classes.film} src={url} controls preload="metadata" aria-label={name} />;
  if (type.startsWith('audio/'))
    return <audio className={classes.sound} src={url} controls preload="none" aria-label={name} />;
  // biome-ignore-end lint/a11y/useMediaCaption: as above
  return (
    <a href={url} className={classes.file} download>
      <IconPaperclip size={18} aria-hidden /> {name}
    </a>
  );
}

function nounOf(type: string) {
  if (type.startsWith('image/')) return 'Photo';
  if (type.startsWith('video/')) return 'Video';
  return type.startsWith('audio/') ? 'Recording' : 'File';
}

/** Width by height, kept between a tall portrait and a panorama, so that no photo takes the whole screen. */
export const ratioOf = (width: number, height: number) => Math.min(2.2, Math.max(0.7, width / height));
