import type { Embed } from '../../src/contract/embeds';
import { Dialog } from '../ui/Dialog';
import { EmbedFrame } from './EmbedFrame';

type Props = { embed: Embed; title: string; opened: boolean; onClose: () => void };

/** The frame of a post in a dialog. */
export function EmbedDialog({ embed, title, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <EmbedFrame embed={embed} title={title} />
    </Dialog>
  );
}
