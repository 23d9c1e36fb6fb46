import type { App } from '../../app/app';
import { findByMailAddress, localPartOf } from '../../boards/mail-addresses';
import { findSigned } from './signed';
import type { Recipient } from './taken';

/** Returns null for an address that takes no mail. */
export function findRecipient(app: App, address: string): Recipient | null {
  const local = localPartOf(app, address);
  if (local === null) return null;
  if (local === '') return { kind: 'common' };
  const owned = findByMailAddress(app, local);
  if (!owned) return findSigned(app, local);
  const { user, board } = owned;
  return board ? { kind: 'board', user, board } : { kind: 'person', user };
}
