import { Database } from 'bun:sqlite';
import { createHmac } from 'node:crypto';
import { QUOTE_MAX } from '../../src/contract/limits';
import { FILE_COLUMNS } from '../../src/media/media';
import { tokenFor } from '../../src/search/index/tokens';
import { messageWriter } from './message-writer';

/**
 * `bun scripts/bench/thin-server.ts DATABASE` does the same jobs as Tagline on its database, with as little
 * work as Bun and SQLite allow. It treats everybody as Ann, and checks nothing but the signature of a text.
 * `/bytes` and `/page` are the bare routes of docs/benchmarks.md. All other paths imitate Twilio's API.
 */

const writer = messageWriter(process.argv[2] ?? '');
const { db, user: ann, board } = writer;

const timeOf = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;

const FILES = `
  (select json_group_array(json_object('id', id, 'url', '/api/media/' || id, 'type', type, 'width', width,
          'height', height, 'resized', '/api/media/' || id || '/{width}?v=' || substr(file, 1, 8),
          'placeholder', placeholder, 'alt', alt, 'words', words) order by position)
     from (select ${FILE_COLUMNS}, position from media where message_id = m.id and file is not null))`;

const SENDER = `
  'senderId', m.sender_id, 'senderFirstName', u.first_name, 'senderLastName', u.last_name,
  'senderDisplayName', u.first_name || ' ' || u.last_name, 'senderAvatarUrl', u.avatar_url`;

const MESSAGE = `
  json_object('id', m.id, 'content', m.content, 'timestamp', ${timeOf('m.created_at')}, 'source', m.source,
    'tags', (select json_group_array(tag order by position) from placements where message_id = m.id),
    'media', ${FILES}, ${SENDER}, 'replyTo', m.reply_to_id,
    'quote', (select json_object('content', substr(content, 1, ${QUOTE_MAX})) from messages where id = m.reply_to_id),
    'replies', (select count(*) from messages r where r.reply_to_id = m.id),
    'remindAt', (select ${timeOf('at')} from reminders where user_id = ${ann} and message_id = m.id))`;

const CARD = `
  json_object('name', v.tag, 'role', v.role, 'members', b.member_count, 'count', b.message_count, 'id', b.id,
    'pinned', json(iif(v.pinned, 'true', 'false')), 'lastActivity', ${timeOf('b.latest_at')}, 'unread', v.unread,
    'newestId', b.newest_id, 'seenId', v.seen_id, 'seenAt', ${timeOf('v.seen_at')},
    'latest', json_insert(b.latest, '$.timestamp', ${timeOf('b.latest_at')}, '$.senderId', u.id,
      '$.senderFirstName', u.first_name, '$.senderLastName', u.last_name,
      '$.senderDisplayName', u.first_name || ' ' || u.last_name, '$.senderAvatarUrl', u.avatar_url))`;

const withSender = 'cross join messages m on m.id = wanted cross join users u on u.id = m.sender_id';
const statements = {
  message: db.query(`select ${MESSAGE} as json from (select ? as wanted) ${withSender}`),
  newest: db.query(`
    select json_group_array(${MESSAGE}) as json
      from (select id as wanted from messages where sender_id = ${ann}
             order by created_at desc, id desc limit ?) ${withSender}`),
  newestIds: db.query(`
    select json_group_array(id) as json
      from (select id from messages where sender_id = ${ann} order by created_at desc, id desc limit ?)`),
  ofTag: db.query(`
    select json_group_array(${MESSAGE}) as json
      from (select message_id as wanted from placements where board_id = ${board}
             order by created_at desc, message_id desc limit ?) ${withSender}`),
  withWord: db.query(`
    select json_group_array(${MESSAGE}) as json
      from (select rowid as wanted from search where search match ? order by rowid desc limit 50) ${withSender}`),
  cards: db.query(`
    select json_group_array(${CARD} order by v.pinned desc, b.latest_at desc, b.id desc) as json
      from memberships v cross join boards b on b.id = v.board_id cross join users u on u.id = b.latest_sender_id
     where v.user_id = +? and b.shared = +?`),
  page: db.query(`
    select m.id, m.content, m.created_at, m.source, m.sender_id, u.first_name, u.last_name, u.avatar_url,
           (select json_group_array(p.tag) from placements p where p.message_id = m.id) as tags
      from messages m cross join users u on u.id = m.sender_id
     where m.sender_id = 1 order by m.created_at desc, m.id desc limit 50`),
};
const stored = new Database(':memory:');
stored.run('create table pages (id integer primary key, body blob not null) strict');
const readBytes = stored.query<{ body: Uint8Array<ArrayBuffer> }, []>('select body from pages where id = 1');
const writeBytes = stored.query('insert or replace into pages values (1, ?)');

const jsonOf = (row: unknown) => (row as { json: string }).json;
const newest = (limit: number) => jsonOf(statements.newest.get(limit));
const newestPage = (limit: number) =>
  `{"ids":${jsonOf(statements.newestIds.get(limit))},"messages":${newest(1)}}`;
const lists = (user: number) => [0, 1].map((shared) => jsonOf(statements.cards.get(user, shared)));

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  routes: {
    '/messages': {
      GET: () => answer(newest(50)),
      POST: async (request) => {
        const { content } = (await request.json()) as { content: string };
        return answer(jsonOf(statements.message.get(writer.write(content))), 201);
      },
    },
    '/tag': () => answer(jsonOf(statements.ofTag.get(50))),
    '/search/:word': ({ params }) =>
      answer(jsonOf(statements.withWord.get(`"${tokenFor.word(`u${ann.toString(36)}`, params.word)}"`))),
    '/lists/:user': ({ params }) => answer(batch(lists(Number(params.user)))),
    '/poll': () => answer(batch([newestPage(40), ...lists(ann)])),
    '/text': { POST: receiveText },
    '/bytes': {
      GET: () => new Response(readBytes.get()?.body, { headers: { 'content-type': 'application/json' } }),
      PUT: async (request) => {
        writeBytes.run(new Uint8Array(await request.arrayBuffer()));
        return new Response(null, { status: 204 });
      },
    },
    '/page': () => Response.json(statements.page.all()),
    '/api/messages': shortAnswer,
    '/trpc/*': shortAnswer,
    '/*': (request) =>
      request.method === 'GET'
        ? Response.json({ messages: [], page: 0, page_size: 50, next_page_uri: null })
        : Response.json({ sid: `SM${crypto.randomUUID().replaceAll('-', '')}`, status: 'queued' }),
  },
});
console.log(String(server.url));

function shortAnswer(): Response {
  return Response.json({ authenticated: true, userId: 1 });
}

function answer(json: string, status = 200): Response {
  return new Response(json, { status, headers: { 'content-type': 'application/json' } });
}

function batch(answers: string[]): string {
  return `[${answers.map((json) => `{"result":{"data":${json}}}`).join(',')}]`;
}

async function receiveText(request: Request): Promise<Response> {
  const form = Object.fromEntries(new URLSearchParams(await request.text()));
  const signed = `http://localhost:${server.port}/text${Object.entries(form).flat().join('')}`;
  const signature = createHmac('sha1', 'bench').update(signed).digest('base64');
  if (signature !== request.headers.get('x-twilio-signature')) return new Response(null, { status: 403 });
  writer.write(form.Body ?? '', { sid: form.MessageSid ?? '', phone: form.From ?? '' });
  return new Response('<?xml version="1.0" encoding="UTF-8"?><Response></Response>', {
    headers: { 'content-type': 'text/xml' },
  });
}
