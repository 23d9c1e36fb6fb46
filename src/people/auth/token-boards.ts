import { prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';

/**
 * The rule of tokens for boards, in SQL (docs/product/tokens.md: Tokens for boards). Without its table, the name of
 * the column would mean that of `token_boards`.
 */
export const isForToken = (board: `${string}.${string}`): string =>
  `(+$token is null or exists (select 1 from token_boards t where t.token_id = +$token and t.board_id = ${board}))`;

/** The value of `$token` in `isForToken`. */
export const tokenOf = ({ byToken }: Pick<User, 'byToken'>): number | null => byToken ?? null;

/** Returns false if the token is not for a private board of this tag, or if that board still exists. */
export const regainBoard = (app: App, token: number, { tag, id }: { tag: string; id: number }): boolean =>
  statements(app.db).regain.run({ token, tag, id }).changes > 0;

const statements = prepared(({ $client }) => ({
  regain: $client.prepare<unknown, { token: number; tag: string; id: number }>(`
    update token_boards set board_id = $id where token_id = $token and tag = $tag and board_id is null`),
}));
