import { displayName, formatPhone } from '../../../src/contract/people';

type Sender = {
  senderId: number | string | null;
  senderFirstName: string | null;
  senderLastName: string | null;
  senderDisplayName: string | null;
};

/** The name above a message. Where only the id is known, what can be made of it (spec 2, Message list). */
export function senderName(message: Sender): string {
  const named = senderAsPerson(message);
  if (named.firstName || named.lastName || named.displayName) return formatPhone(displayName(named));
  const id = String(message.senderId ?? '');
  if (id.startsWith('user-')) return 'You';
  const phone = formatPhone(id);
  return phone === id ? 'Unknown' : phone;
}

/** For the avatar: a message's sender as a person. */
export const senderAsPerson = (message: Sender & { senderAvatarUrl?: string | null }) => ({
  firstName: message.senderFirstName,
  lastName: message.senderLastName,
  displayName: message.senderDisplayName,
  avatarUrl: message.senderAvatarUrl ?? null,
});
