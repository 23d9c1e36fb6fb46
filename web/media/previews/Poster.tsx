import classes from './Poster.module.css';

type Props = { src: string; shape: 'wide' | 'tall' };

export function Poster({ src, shape }: Props) {
  const picture = { src, loading: 'lazy', decoding: 'async', fetchPriority: 'low' } as const;
  return (
    <span className={classes.poster}>
      <img {...picture} alt="" className={classes.backdrop} />
      <img {...picture} alt="" className={classes[shape]} />
    </span>
  );
}
