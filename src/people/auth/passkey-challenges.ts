import { prepared } from '../../../db/open';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';

export const CHALLENGE_LIFE_MS = 5 * 60_000;

/** `userId` is null if anybody may answer. */
export type ChallengeFor = { purpose: 'adding' | 'sign-in' | 'proof'; userId: number | null };

export function addChallenge(app: App, challenge: string, { purpose, userId }: ChallengeFor): void {
  const expiresAt = app.now() + CHALLENGE_LIFE_MS;
  statements(app.db).insert.run({ hash: hash(purpose, challenge), userId, expiresAt });
}

/** Deletes a challenge, so that it can be answered only once. */
export function takeChallenge(app: App, challenge: string, { purpose, userId }: ChallengeFor): boolean {
  const taken = statements(app.db).take.get({ hash: hash(purpose, challenge) });
  return taken != null && taken.userId === userId && isAhead(app, taken.expiresAt, CHALLENGE_LIFE_MS);
}

/** Also deletes challenges that were made while the clock was ahead. */
export function deleteOldChallenges(app: App): void {
  const now = app.now();
  statements(app.db).deleteOld.run({ before: now, after: now + CHALLENGE_LIFE_MS });
}

const hash = (purpose: string, challenge: string): string =>
  Bun.SHA256.hash(`${purpose} ${challenge}`, 'base64url');

const statements = prepared(({ $client }) => ({
  insert: $client.prepare<unknown, { hash: string; userId: number | null; expiresAt: number }>(
    'insert into passkey_challenges (hash, user_id, expires_at) values ($hash, $userId, $expiresAt)',
  ),
  take: $client.prepare<{ userId: number | null; expiresAt: number }, { hash: string }>(`
    delete from passkey_challenges where hash = $hash returning user_id as userId, expires_at as expiresAt`),
  deleteOld: $client.prepare<unknown, { before: number; after: number }>(
    'delete from passkey_challenges where expires_at < $before or expires_at > $after',
  ),
}));
