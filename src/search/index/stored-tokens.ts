import { type Db, prepared } from '../../../db/open';

type StoredToken = { token: string; messages: number };

export const tokensAfter = (db: Db, after: string, before: string, limit: number): StoredToken[] =>
  statements(db).findTokens.all({ after, before, limit });

const statements = prepared((db) => ({
  findTokens: db.$client.prepare<StoredToken, { after: string; before: string; limit: number }>(
    `select term as token, doc as messages from search_tokens
      where term > $after and term < $before limit +$limit`,
  ),
}));
