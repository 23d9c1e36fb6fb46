import { VisuallyHidden } from '@mantine/core';
import { EMBEDS, type Embed } from '../../../src/contract/embeds';
import type { Preview } from '../../../src/contract/previews';
import { Highlighted } from '../../product/Highlighted';
import classes from './LinkCard.module.css';
import { SERVICE_ICONS } from './service-icons';

type Props = {
  embed: Embed;
  preview: Preview | null;
  title: string;
  takesFocus: boolean;
  onClick: () => void;
};

export function PostButton({ embed, preview, title, takesFocus, onClick }: Props) {
  const Icon = SERVICE_ICONS[embed.kind];
  return (
    <button
      type="button"
      className={`${classes.card} ${classes.small}`}
      // biome-ignore lint/a11y/noAutofocus: the button "Hide", which had the focus, is gone
      autoFocus={takesFocus}
      onClick={onClick}
    >
      <span className={classes.picture}>
        {preview?.image ? (
          <img src={preview.image} alt="" loading="lazy" decoding="async" fetchPriority="low" />
        ) : (
          <Icon size={30} aria-hidden />
        )}
      </span>
      <VisuallyHidden>Show</VisuallyHidden>
      <span className={classes.text} dir="auto">
        <span className={classes.source}>
          <Icon size={15} aria-hidden /> {EMBEDS[embed.kind].name}
        </span>
        <strong className={classes.title}>
          <Highlighted text={title} />
        </strong>
        <span className={classes.description}>
          {preview?.description ? <Highlighted text={preview.description} /> : 'Show it here'}
        </span>
      </span>
    </button>
  );
}
