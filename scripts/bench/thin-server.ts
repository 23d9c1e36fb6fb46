import { Database } from 'bun:sqlite';
import { createHmac } from 'node:crypto';
import { messageWriter } from './message-writer';

/**
 * `bun scripts/bench/thin-server.ts DATABASE` stores messages and texts in Tagline's database with as little
 * work as Bun and SQLite allow. It treats everybody as Ann, and checks nothing but the signature of a text.
 * `/bytes` and `/page` are the bare routes of docs/benchmarks.md. All other paths imitate Twilio's API.
 */

const writer = messageWriter(process.argv[2] ?? '');
const { db } = writer;

const readMessage = db.query(`
  select json_object('id', m.id, 'content', m.content, 'source', m.source, 'senderId', m.sender_id,
           'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', m.created_at / 1000.0, 'unixepoch'),
           'senderFirstName', u.first_name, 'senderLastName', u.last_name, 'senderAvatarUrl', u.avatar_url,
           'tags', (select json_group_array(tag order by position) from placements where message_id = m.id)) as json
    from messages m cross join users u on u.id = m.sender_id where m.id = ?`);
const readPage = db.query(`
  select m.id, m.content, m.created_at, m.source, m.sender_id, u.first_name, u.last_name, u.avatar_url,
         (select json_group_array(p.tag) from placements p where p.message_id = m.id) as tags
    from messages m cross join users u on u.id = m.sender_id
   where m.sender_id = 1 order by m.created_at desc, m.id desc limit 50`);
const stored = new Database(':memory:');
stored.run('create table pages (id integer primary key, body blob not null) strict');
const readBytes = stored.query<{ body: Uint8Array<ArrayBuffer> }, []>('select body from pages where id = 1');
const writeBytes = stored.query('insert or replace into pages values (1, ?)');

const shortAnswer = () => Response.json({ authenticated: true, userId: 1 });

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  routes: {
    '/messages': {
      POST: async (request) => {
        const { content } = (await request.json()) as { content: string };
        const { json } = readMessage.get(writer.write(content)) as { json: string };
        return new Response(json, { status: 201, headers: { 'content-type': 'application/json' } });
      },
    },
    '/text': { POST: receiveText },
    '/bytes': {
      GET: () => new Response(readBytes.get()?.body, { headers: { 'content-type': 'application/json' } }),
      PUT: async (request) => {
        writeBytes.run(new Uint8Array(await request.arrayBuffer()));
        return new Response(null, { status: 204 });
      },
    },
    '/page': () => Response.json(readPage.all()),
    '/api/messages': shortAnswer,
    '/trpc/*': shortAnswer,
    '/*': (request) =>
      request.method === 'GET'
        ? Response.json({ messages: [], page: 0, page_size: 50, next_page_uri: null })
        : Response.json({ sid: `SM${crypto.randomUUID().replaceAll('-', '')}`, status: 'queued' }),
  },
});
console.log(String(server.url));

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
