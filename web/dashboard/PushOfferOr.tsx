import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../ui/lazy-dialog';

type Props = { children: ReactNode };

/**
 * Shows its children. In a browser that can be asked for notifications, fetches the offer of pushes once the
 * screen has loaded. If there is something to offer, the offer takes the place of the children.
 */
export function PushOfferOr({ children }: Props) {
  const [Offer, setOffer] = useState<ComponentType<Props>>();
  useEffect(() => {
    if (!('PushManager' in window) || window.Notification?.permission !== 'default') return;
    return whenIdle(() => {
      import('./PushOffer').then(
        (module) => setOffer(() => module.PushOffer),
        () => {}, // the offer comes on another visit
      );
    });
  }, []);
  return Offer ? <Offer>{children}</Offer> : children;
}
