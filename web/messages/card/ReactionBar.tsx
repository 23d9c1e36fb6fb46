import { lazy, Suspense } from 'react';
import type { Message } from '../../../src/contract/messages';
import { reactionsOf } from '../../product/pending/reactions';
import classes from './Reactions.module.css';

const Reactions = lazy(() => import('./Reactions').then(({ Reactions }) => ({ default: Reactions })));

export const ReactionBar = ({ message }: { message: Message }) =>
  reactionsOf(message).length > 0 && (
    <div className={classes.bar}>
      <Suspense>
        <Reactions message={message} />
      </Suspense>
    </div>
  );
