import { lazy, Suspense, useState } from 'react';
import type { Message } from '../../../src/contract/messages';
import { MenuButton } from './MenuButton';

const OpenedMenu = lazy(() => import('./OpenedMenu').then((module) => ({ default: module.OpenedMenu })));

type Props = { message: Message; sender: string };

/** A card's menu. Only its button is there until it is first wanted: a menu for every card would be felt. */
export function MessageMenu({ message, sender }: Props) {
  const [wanted, setWanted] = useState(false);
  const button = <MenuButton sender={sender} onClick={() => setWanted(true)} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenedMenu message={message} sender={sender} />
    </Suspense>
  );
}
