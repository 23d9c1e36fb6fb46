import { prepared, transaction } from '../../db/open';
import type { App } from '../app/app';
import type { NamedUser } from '../contract/people';
import { causedAt, heldBefore } from '../outbox/held-texts';
import { enqueue } from '../outbox/outbox';
import { reactionsWords } from '../outbox/post-texts';
import { givenTo, nameColumns } from '../people/given-names';

/** All reactions to what a person has sent are gathered this long, or a day by who gets a digest. */
const GATHER_MS = 10 * 60_000;
const GATHER_WITH_DIGEST_MS = 24 * 3_600_000;

/** Past a rate limit nobody is told, because the reactions are on the cards (docs/product/notices.md: Reactions). */
export async function tellOfReactions(app: App): Promise<void> {
  const { findSenders, listUntold, setTold } = statements(app.db);
  const now = app.now();
  const held = { heldBefore: heldBefore(app) };
  for (const { sender } of findSenders.all({ since: now - GATHER_MS, now, ...held })) {
    transaction(app.db, () => {
      const reactions = listUntold.all({ sender, ...held });
      const waits = ({ hasDigest, at }: Untold) => hasDigest && at > now - GATHER_WITH_DIGEST_MS && at <= now;
      if (reactions.length > 0 && reactions.every(waits)) return;
      tell(app, sender, reactions);
      setTold.run({ sender, ...held });
    });
    await new Promise(setImmediate); // lets requests run
  }
}

function tell(app: App, senderId: number, reactions: Untold[]): void {
  const [newest] = reactions;
  if (!newest) return;
  const { to, messageId, boardId, userId: cause } = newest;
  const people = new Set(reactions.map(({ userId }) => userId)).size;
  const messages = new Set(reactions.map((reaction) => reaction.messageId)).size;
  const { body, push: words, mail } = reactionsWords(app, { ...newest, people, messages });
  // begins like that of a post, so that it goes with the message; a person tells of one message once
  const dedupeKey = `post ${messageId} to ${senderId} by ${cause}`;
  const push = { ...words, boards: [boardId] };
  const since = Math.min(...reactions.map(({ at }) => at));
  const text = { to, kind: 'notification', cause, body, dedupeKey, push, mail } as const;
  causedAt(app, since, () => enqueue(app, text));
}

type Untold = {
  to: string;
  userId: number;
  emoji: string;
  at: number;
  messageId: number;
  content: string;
  files: number;
  boardId: number;
  tag: string;
  hasDigest: number;
} & NamedUser;
type Held = { heldBefore: number };

const statements = prepared(({ $client }) => ({
  // a time after `$now` was stored while the clock was wrong (docs/product/operators.md: Clock)
  findSenders: $client.prepare<{ sender: number }, { since: number; now: number } & Held>(`
    select distinct m.sender_id as sender from reactions r cross join messages m on m.id = r.message_id
     where r.told = 0 and r.created_at >= $heldBefore and not (r.created_at > $since and r.created_at <= $now)`),
  listUntold: $client.prepare<Untold, { sender: number } & Held>(`
    select s.phone as "to", r.user_id as userId, r.emoji, r.created_at as at, m.id as messageId, m.content,
           (select count(*) from media f where f.message_id = m.id) as files, v.board_id as boardId, v.tag,
           ${nameColumns('u')}, u.phone, exists (
             select 1 from digests d where d.user_id = v.user_id and (d.board_id is null or d.board_id = v.board_id)
           ) as hasDigest
      from reactions r cross join messages m on m.id = r.message_id cross join users s on s.id = m.sender_id
           cross join users u on u.id = r.user_id cross join placements p on p.message_id = m.id
           cross join memberships v on v.board_id = p.board_id and v.user_id = m.sender_id and v.sms_enabled
           cross join memberships theirs on theirs.board_id = p.board_id and theirs.user_id = r.user_id
           ${givenTo('m.sender_id', 'u')}
     where r.told = 0 and r.created_at >= $heldBefore and m.sender_id = $sender
     group by r.message_id, r.user_id, r.emoji order by r.created_at desc`),
  setTold: $client.prepare<unknown, { sender: number } & Held>(`
    update reactions set told = 1
     where told = 0 and created_at >= $heldBefore
       and exists (select 1 from messages m where m.id = message_id and m.sender_id = $sender)`),
}));
