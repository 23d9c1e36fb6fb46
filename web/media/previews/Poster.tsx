import classes from './Poster.module.css';

type Props = {
  src: string;
  /** `wide` cuts the picture to 16:9; `tall` shows the whole of a portrait picture. */
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
