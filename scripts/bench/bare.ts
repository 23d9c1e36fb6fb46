import { Database } from 'bun:sqlite';

/**
 * The yardstick: the thinnest Bun.serve, in a process of its own as the product is. `/bytes` serves what
 * `PUT /bytes` was given, from a prepared statement; `/unchanged` is a bare 304.
 */

const db = new Database(process.argv[2] ?? ':memory:', { create: true });
db.run('create table if not exists pages (id integer primary key, body blob not null) strict');
const read = db.query<{ body: Uint8Array<ArrayBuffer> }, []>('select body from pages where id = 1');
const write = db.query('insert or replace into pages values (1, ?)');

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
    '/unchanged': () => new Response(null, { status: 304 }),
  },
});
console.log(String(server.url));
