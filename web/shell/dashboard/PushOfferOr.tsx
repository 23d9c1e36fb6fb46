import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../../ui/lazy-dialog';

type Props = { children: ReactNode };

/**
 * Shows its children. If the browser can ask the person for permission to notify, fetches the code of
 * PushOffer once the browser is idle. If there is something to offer, the offer replaces the children.
 */
export function PushOfferOr({ children }: Props) {
  const [Offer, setOffer] = useState<ComponentType<Props>>();
  useEffect(() => {
    if (!('PushManager' in window) || window.Notification?.permission !== 'default') return;
    return whenIdle(() => {
      import('./PushOffer').then(
        (module) => setOffer(() => module.PushOffer),
        () => {}, // ignores errors: the offer appears on another visit
      );
    });
  }, []);
  return Offer ? <Offer>{children}</Offer> : children;
}
