import type { Embed } from '../../src/contract/embeds';
import { Dialog } from '../ui/Dialog';
import { EmbedFrame } from './EmbedFrame';

type Props = { embed: Embed; title: string; opened: boolean; onClose: () => void };

/** Dialog with the frame of a post, for columns that are too narrow for the frame. */
export function EmbedDialog({ embed, title, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <EmbedFrame embed={embed} title={title} />
    </Dialog>
  );
}
