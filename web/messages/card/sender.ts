import { displayName, formatPhone } from '../../../src/contract/people';

type Sender = {
  senderId: number | string | null;
  senderFirstName: string | null;
  senderLastName: string | null;
  senderDisplayName: string | null;
};

export function senderName(message: Sender): string {
  const person = senderAsPerson(message);
  if (person.firstName || person.lastName || person.displayName) return formatPhone(displayName(person));
  const id = String(message.senderId ?? '');
  if (id.startsWith('user-')) return 'You';
  const phone = formatPhone(id);
  return phone === id ? 'Unknown' : phone;
}

export const senderAsPerson = (message: Sender & { senderAvatarUrl?: string | null }) => ({
  firstName: message.senderFirstName,
  lastName: message.senderLastName,
  displayName: message.senderDisplayName,
  avatarUrl: message.senderAvatarUrl ?? null,
});
