import type { Message } from '../../../src/contract/messages';
import { Highlighted } from '../../product/Highlighted';
import { copyText } from '../../ui/copy-text';
import classes from './MessageText.module.css';
import { useMessageDialog } from './message-action';
import type { Tappable } from './tappable';

type Props = { tap: Tappable; message: Message };

export function Tap({ tap: { kind, text, value }, message }: Props) {
  const openDialog = useMessageDialog();
  const words = <Highlighted text={text} />;
  // a link, because browsers make no button a part of its line
  const button = (title: string, act: () => void) => (
    <a
      className={classes.tap}
      href={`#message-${message.id}`}
      title={title}
      onClick={(event) => {
        event.preventDefault();
        act();
      }}
    >
      {words}
    </a>
  );
  if (kind === 'date') return button('Remind me', () => openDialog({ action: 'remind', message, at: value }));
  if (kind === 'iban') return button('Copy', () => copyText(value, 'IBAN copied'));
  const isMap = kind === 'address';
  return (
    <a
      className={classes.tap}
      href={isMap ? mapOf(value) : `${kind === 'phone' ? 'tel' : 'mailto'}:${value}`}
      {...(isMap && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {words}
    </a>
  );
}

/** Android lets one choose the app for `geo:`, iOS opens its own for the address of Apple's maps. */
function mapOf(address: string): string {
  const query = encodeURIComponent(address);
  if (/android/i.test(navigator.userAgent)) return `geo:0,0?q=${query}`;
  return /iphone|ipad/i.test(navigator.userAgent)
    ? `https://maps.apple.com/?q=${query}`
    : `https://www.openstreetmap.org/search?query=${query}`;
}
