import { EMBEDS, type Embed } from '../../../src/contract/embeds';
import { FilmCard } from './FilmCard';
import { PostCard } from './PostCard';
import { usePreview } from './use-preview';

export function EmbedCard({ embed }: { embed: Embed }) {
  const preview = usePreview(embed.url) ?? null;
  const Card = EMBEDS[embed.kind].isFilm ? FilmCard : PostCard;
  return <Card embed={embed} preview={preview} />;
}
