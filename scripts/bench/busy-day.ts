import { join } from 'node:path';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { waitsDuring } from '../prove/bombs';
import {
  addBoardOfMany,
  copyOfDatabase,
  postMessage,
  signInMany,
  startHelper,
  startProduct,
  usersOf,
  withApp,
} from './databases';
import { addFigureWithLimit } from './figures';

const MEMBERS = 1_000;
const MONTH = 400_000;
/** With the members' texts they stay below the limit of a day. */
const TODAY = 18_000;

const SENT = `
  with recursive n(n) as (select 1 union all select n + 1 from n where n < ${MONTH})
  insert into outbox (phone, body, kind, state, next_at, sid, price, segments, created_at, sent_at)
  select '+1888' || (1000000 + n % 5000), 'Ramen', 'notification', 'delivered', $now - n * 6000, 'SM' || n, '-0.00790 USD', 1,
         $now - n * 6000, $now - n * 6000 from n`;
const COUNTED = `
  with recursive n(n) as (select 1 union all select n + 1 from n where n < 100)
  insert into rate_limit_hits (name, key, at, count)
  select 'text to anybody a day', '*', $now - n * 800000, ${TODAY / 100} from n`;

/** Measures how long others wait while a member of a large board posts, after a month of texts. */
export async function busyDay(size: number) {
  const dataDir = copyOfDatabase(size);
  const [cookie = ''] = await withApp(dataDir, (app) => {
    const people = usersOf(app, MEMBERS);
    addBoardOfMany(app, people);
    const { $client } = app.db;
    // numbers that may be texted
    $client.run("update users set phone = '+1212555' || printf('%04d', id) where phone like '+1999%'");
    $client.run("update memberships set notified_at = 0 where tag = 'everybody'");
    for (const sql of [SENT, COUNTED]) $client.query(sql).run({ now: app.now() } as never);
    $client.run('analyze');
    return signInMany(app, people.slice(0, 1));
  });
  const gateway = await startHelper('thin-server', join(copyOfDatabase(size), DATABASE));
  const server = await startProduct(dataDir, {
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'bench',
    TWILIO_FROM: '+12025550100',
    TWILIO_API_URL: gateway.url,
  });
  await Bun.sleep(3_000); // at the start all chores run
  await postMessage(server, cookie, 'To nobody', 'own'); // on a busy day it is not the first post of the process
  let answered = 0;
  const waits = await waitsDuring(
    server.url,
    (async () => {
      const began = performance.now();
      await postMessage(server, cookie, 'To everybody', 'everybody');
      answered = performance.now() - began;
      await Bun.sleep(5_000);
    })(),
  );
  const what = `A post to ${MEMBERS.toLocaleString('en-US')} members after ${TODAY.toLocaleString('en-US')} texts that day`;
  addFigureWithLimit(`${what}: its answer`, size, answered, 'ms', 100);
  addFigureWithLimit(`${what}: others, longest`, size, Math.max(...waits), 'ms', 50);
  await server.stop();
  await gateway.stop();
}
