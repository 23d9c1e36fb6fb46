import classes from './Poster.module.css';

type Props = {
  src: string;
  /** `wide` for 16:9, cut to that shape; `tall` for a portrait picture, shown whole. */
  shape: 'wide' | 'tall';
};

/** The picture of a film in the middle of its box, in front of a blurred copy that fills the rest. */
export function Poster({ src, shape }: Props) {
  const picture = { src, loading: 'lazy', decoding: 'async', fetchPriority: 'low' } as const;
  return (
    <span className={classes.poster}>
      <img {...picture} alt="" className={classes.backdrop} />
      <img {...picture} alt="" className={classes[shape]} />
    </span>
  );
}
