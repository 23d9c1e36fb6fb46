import type { ArchivedBoard, ArchivedMessage, ArchivedPhone } from './schemas';

export const HEADER = 'tagline.json';
export const FORMAT = { format: 'tagline-export', version: 1 };

const toIso = (time: number) => new Date(time).toISOString();

export const toMessageEntry = ({ media, reminders, reactions, ticks, ...message }: ArchivedMessage) => ({
  ...toEntry(message),
  ...(media.length > 0 && { media }),
  ...(reminders && { reminders: reminders.map(toEntry) }),
  ...(reactions && { reactions: reactions.map(toEntry) }),
  ...(ticks && { ticks: ticks.map(toEntry) }),
});

export const toPhoneEntry = ({ consents, ...phone }: ArchivedPhone) => ({
  ...toEntry(phone),
  ...(consents.length > 0 && {
    consents: consents.map(({ at, ...consent }) => toEntry({ ...consent, givenAt: at })),
  }),
});

export const toBoardEntry = ({ members, ...board }: ArchivedBoard) => ({
  ...toEntry(board),
  members: members.map(toEntry),
});

export const toEntry = (entry: object) =>
  Object.fromEntries(
    Object.entries(entry)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, /At$|^at$/.test(key) ? toIso(value as number) : value]),
  );
