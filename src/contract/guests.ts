/** The mark stands first, so that no name is so long that it is cut off. */
export const guestName = (name: string) => `Guest ${name}`;
export const isGuestName = (name: string | null) => name?.startsWith('Guest ') ?? false;
