import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../../ui/lazy-dialog';

type Props = { children: ReactNode };

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
