import { IconUsers } from '@tabler/icons-react';
import { tint } from '../product/tint';
import classes from './BoardTile.module.css';

type Props = { board: { kind: 'private' | 'shared'; name: string }; large?: boolean };

export const BoardTile = ({ board: { kind, name }, large }: Props) => (
  <span className={classes.tile} data-large={large} aria-hidden {...tint(name)}>
    {kind === 'private' ? '#' : <IconUsers stroke={2.2} />}
  </span>
);
