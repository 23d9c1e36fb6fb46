import { EMBEDS, type Embed } from '../../../src/contract/embeds';
import { Dialog } from '../../ui/Dialog';
import { EmbedBox } from './EmbedBox';
import classes from './EmbedCard.module.css';

type Props = { embed: Embed; title: string; opened: boolean; onClose: () => void };

export function EmbedDialog({ embed, title, opened, onClose }: Props) {
  const { name } = EMBEDS[embed.kind];
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <EmbedBox
        embed={embed}
        title={title}
        loadWhen="started"
        cover={(state, retry) => (
          <button type="button" className={classes.post} disabled={state !== 'failed'} onClick={retry}>
            <span className={classes.status}>
              {state === 'failed' ? `${name} did not answer. Try again` : 'Loading...'}
            </span>
          </button>
        )}
        link={`Open on ${name}`}
      />
    </Dialog>
  );
}
