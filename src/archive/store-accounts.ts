import { and, eq, inArray } from 'drizzle-orm';
import { boards, consents, memberships, phones, type User, users } from '../../db/schema';
import type { App } from '../app/app';
import { type Board, createBoard, requireSharedBoard } from '../boards/boards';
import { findFreeTag } from '../boards/naming';
import { AVATAR_SIDE } from '../media/previews/avatars';
import { importHooks } from '../messages/hooks/hooks';
import { setDigest } from '../notices/digests/digests';
import { setEvening } from '../notices/evening/evening';
import { dismissFirstSteps } from '../people/first-steps';
import { giveName } from '../people/given-names';
import { findUserByMail } from '../people/mail-address';
import { setPhoto } from '../people/photo';
import { findOrCreateUser, findUserByPhone } from '../people/users';
import { bumpReadersOfBoard, bumpUser } from '../people/versions';
import type { ArchivedBoard, ArchivedPerson, ArchivedPhone } from './schemas';

export function storePerson(app: App, archived: ArchivedPerson): boolean {
  const { phone, photo, firstName, lastName, avatarUrl, asksBeforeEmbeds, timeZone, createdAt } = archived;
  const person = { firstName, lastName, avatarUrl, asksBeforeEmbeds, timeZone, createdAt };
  const { user, isNew } = findOrCreateUser(app, phone);
  if (isNew) {
    if (archived.mail) storeAddress(app, user, archived.mail);
    app.db.update(users).set(person).where(eq(users.id, user.id)).run();
    if (photo)
      setPhoto(app, user, {
        bytes: Buffer.from(photo, 'base64'),
        type: 'image/webp',
        width: AVATAR_SIDE,
        height: AVATAR_SIDE,
      });
    dismissFirstSteps(app, user); // a person in an archive has used Tagline before
  }
  return isNew;
}

/** The server that it comes from had it confirmed. */
function storeAddress(
  app: App,
  { id }: User,
  { address, byMail }: NonNullable<ArchivedPerson['mail']>,
): void {
  if (findUserByMail(app, address)) return;
  const set = { mailAddress: address, mailConfirmedAt: app.now(), byMail };
  app.db.update(users).set(set).where(eq(users.id, id)).run();
}

/** Leaves out the digest of a board that the person is not a member of. */
export function storeDigests(
  app: App,
  { phone, digests = [] }: ArchivedPerson,
  findSharedBoard: (ref: { owner: string; tag: string }) => Board | undefined,
): void {
  const user = findUserByPhone(app, phone);
  if (!user) return;
  for (const { board: ref, weekday, time } of digests) {
    const board = ref?.owner ? findSharedBoard({ owner: ref.owner, tag: ref.tag }) : undefined;
    if (ref && (!board || !isMember(app, user, board))) continue;
    setDigest(app, user, { boardId: board?.id, weekday, time });
  }
}

/** Once everybody and all boards are there. */
export function storeFurther(
  app: App,
  { phone, eveningQuestion, givenNames = [], webhooks = [] }: ArchivedPerson,
): void {
  const user = findUserByPhone(app, phone);
  if (!user) return;
  if (eveningQuestion) setEvening(app, user, eveningQuestion);
  importHooks(app, user, webhooks);
  for (const { phone, name } of givenNames) {
    const person = findUserByPhone(app, phone);
    if (person) giveName(app, user, person.id, name);
  }
}

/** Leaves the marks of a person alone who has some here. */
export function storeMarks(app: App, { phone, ...person }: ArchivedPerson): void {
  for (const mark of ['pinned', 'archived'] as const) {
    const tags = person[mark] ?? [];
    const user = tags.length > 0 && findUserByPhone(app, phone);
    if (!user) continue;
    const isUsers = eq(memberships.userId, user.id);
    const isMarked = and(isUsers, eq(memberships[mark], true));
    if (app.db.select().from(memberships).where(isMarked).get()) continue;
    const isMeant = and(isUsers, inArray(memberships.tag, tags));
    app.db
      .update(memberships)
      .set({ [mark]: true })
      .where(isMeant)
      .run();
    bumpUser(app, user.id);
  }
}

const isMember = (app: App, user: User, board: Board): boolean =>
  app.db
    .select({ id: memberships.boardId })
    .from(memberships)
    .where(and(eq(memberships.boardId, board.id), eq(memberships.userId, user.id)))
    .get() !== undefined;

/** Data that this server already has about the number is kept, because it is newer. */
export function storePhone(app: App, { consents: archived, ...phone }: ArchivedPhone): void {
  if (phone.stoppedAt !== null || phone.welcomedAt !== null)
    app.db.insert(phones).values(phone).onConflictDoNothing().run();
  if (app.db.select({ id: consents.id }).from(consents).where(eq(consents.phone, phone.phone)).get()) return;
  for (const { invitedBy, ...consent } of archived) {
    const inviter = invitedBy ? findUserByPhone(app, invitedBy) : null;
    app.db
      .insert(consents)
      .values({ ...consent, phone: phone.phone, inviterId: inviter?.id ?? null })
      .run();
  }
}

/**
 * A board counts as the same only if the same owner created it in the same millisecond. The name alone does
 * not decide, because members of another board with the same name must not see the messages.
 */
export function findOrCreateSharedBoard(
  app: App,
  { owner, tag, createdAt, list = false, members }: ArchivedBoard,
): { board: Board; isNew: boolean } {
  const { user } = findOrCreateUser(app, owner);
  const candidates = app.db
    .select({ id: boards.id, tag: memberships.tag })
    .from(boards)
    .innerJoin(memberships, and(eq(memberships.boardId, boards.id), eq(memberships.userId, user.id)))
    .where(and(eq(boards.ownerId, user.id), eq(boards.shared, true), eq(boards.createdAt, createdAt)))
    .all();
  const same = candidates.find((board) => board.tag === tag) ?? candidates[0];
  if (same) return { board: requireSharedBoard(app, user, same.id), isNew: false };
  const board = createBoard(app, user, { tag: findFreeTag(app, user, tag), shared: true });
  app.db.update(boards).set({ createdAt, isList: list }).where(eq(boards.id, board.id)).run();
  for (const { phone, tag, ...membership } of members) {
    const { user: member } = findOrCreateUser(app, phone);
    if (member.id === user.id)
      app.db
        .update(memberships)
        .set(membership)
        .where(and(eq(memberships.boardId, board.id), eq(memberships.userId, user.id)))
        .run();
    else
      app.db
        .insert(memberships)
        .values({
          ...membership,
          boardId: board.id,
          userId: member.id,
          role: 'member',
          tag: findFreeTag(app, member, tag),
        })
        .run();
  }
  bumpReadersOfBoard(app, board.id);
  return { board, isNew: true };
}
