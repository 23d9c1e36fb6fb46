import type { Message } from '../../../src/contract/messages';
import { ContactCard, FileCard } from './FileCard';
import { isVisual, mediaKind } from './media-layout';
import { Photos } from './Photos';
import { senderName } from './sender';

export function MessageMedia({ message }: { message: Message }) {
  const { media } = message;
  if (media.length === 0) return null;
  const others = media.filter((file) => !isVisual(file));
  const sender = senderName(message);
  return (
    <div style={{ display: 'grid', gap: 'var(--media-gap)' }}>
      {others.length < media.length && <Photos message={message} />}
      {others.map((file) => (
        <OtherFile key={file.id} file={file} numberAndSender={`${media.indexOf(file) + 1} from ${sender}`} />
      ))}
    </div>
  );
}

type Props = { file: Message['media'][number]; numberAndSender: string };

function OtherFile({ file, numberAndSender }: Props) {
  const { url, type, name } = file;
  switch (mediaKind(type)) {
    case 'sound':
      return (
        // biome-ignore lint/a11y/useMediaCaption: recordings of users have no captions
        <audio
          style={{ width: '100%', height: 'var(--media-sound)' }}
          src={url}
          controls
          preload="none"
          aria-label={name ?? `Voice note ${numberAndSender}`}
        />
      );
    case 'contact':
      return <ContactCard url={url} />;
    default:
      return <FileCard {...file} />;
  }
}
