import { Database } from 'bun:sqlite';

/**
 * A minimal Bun.serve server in its own process: the yardstick for reading. `GET /bytes` returns what `PUT
 * /bytes` has stored, read with a prepared statement. `/page` reads fifty messages from a database and does
 * not check who may see them. The paths that an open web app polls return a short constant answer. All other
 * paths imitate Twilio's API.
 */

const stored = new Database(':memory:');
stored.run('create table pages (id integer primary key, body blob not null) strict');
const read = stored.query<{ body: Uint8Array<ArrayBuffer> }, []>('select body from pages where id = 1');
const write = stored.query('insert or replace into pages values (1, ?)');

const file = process.argv[2];
const page = file
  ? new Database(file, { readonly: true }).query(`
      select m.id, m.content, m.created_at, m.source, m.sender_id, u.first_name, u.last_name, u.avatar_url,
             (select json_group_array(p.tag) from placements p where p.message_id = m.id) as tags
        from messages m cross join users u on u.id = m.sender_id
       where m.sender_id = 1 order by m.created_at desc, m.id desc limit 50`)
  : null;

const shortAnswer = () => Response.json({ authenticated: true, userId: 1 });

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  routes: {
    '/bytes': {
      GET: () => new Response(read.get()?.body, { headers: { 'content-type': 'application/json' } }),
      PUT: async (request) => {
        write.run(new Uint8Array(await request.arrayBuffer()));
        return new Response(null, { status: 204 });
      },
    },
    '/page': () => Response.json(page?.all()),
    '/api/messages': shortAnswer,
    '/trpc/*': shortAnswer,
    '/*': (request) =>
      request.method === 'GET'
        ? Response.json({ messages: [], page: 0, page_size: 50, next_page_uri: null })
        : Response.json({ sid: `SM${crypto.randomUUID().replaceAll('-', '')}`, status: 'queued' }),
  },
});
console.log(String(server.url));
