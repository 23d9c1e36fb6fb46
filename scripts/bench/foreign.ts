import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ann } from '../../db/seeds/cast';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { fileBombs, importToEnd, pictureBomb, sendFiles, waitsDuring } from '../prove/bombs';
import { signIn, simulatedTexts, value } from '../prove/program';
import { copyOfDatabase, startProduct } from './databases';
import { addFigure, addFigureWithLimit, quantile } from './figures';
import { load, postRequest } from './load';

const NOTES = 20_000;

const notes = (count: number) =>
  new File(
    [['content,tags', ...Array.from({ length: count }, (_, n) => `Note ${n} about ramen,food`)].join('\n')],
    'notes.csv',
  );

async function backUp(dataDir: string) {
  const command = [process.execPath, 'src/main.ts', 'backup', join(dataDir, 'backup.zip')];
  await Bun.spawn(command, {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).exited;
}

/** Measures how long others wait while hostile files are imported and large pictures are decoded. */
export async function foreign(size: number) {
  const dataDir = copyOfDatabase(size);
  const server = await startProduct(dataDir);
  const client = await signIn(server, ann.phone, () => simulatedTexts(dataDir, ann.phone));
  const work = {
    'hostile imports': async () => {
      for (const file of await fileBombs()) await importToEnd(client, file);
    },
    'an import of 20,000 notes': async () => {
      const began = performance.now();
      await importToEnd(client, notes(NOTES));
      const value = (NOTES * 1_000) / (performance.now() - began);
      addFigure({ name: 'Notes imported from CSV', size, value, unit: '/s' });
    },
    'storing without a pause': async () => {
      const log = join(dataDir, `${DATABASE}-wal`);
      const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
      const request = (n: number) =>
        postRequest('/api/messages', { content: `Note ${n} on ramen` }, { cookie });
      await load({ url: server.url, connections: 4, duration: 10_000, request, expect: 201 });
      addFigureWithLimit(
        'The log after storing without a pause',
        size,
        statSync(log).size / 1024 / 1024,
        'MB',
        64,
      );
    },
    'an export': () => client.get('/api/export'),
    'a backup': () => backUp(dataDir),
    'reading the words of a photo': async () => {
      const unread = () => value(dataDir, 'select count(*) from media where words is null') as number;
      const before = unread();
      const photo = new File([await Bun.file('tests/media/ocr/receipt-1.jpg').bytes()], 'a.jpg', {
        type: 'image/jpeg',
      });
      const { body } = await sendFiles(client, '/api/media', [photo]);
      await client.post('/api/messages', { content: 'Receipt', mediaIds: [body.id] });
      for (let n = 0; n < 200 && unread() > before; n++) await Bun.sleep(100);
    },
    'pictures of 64 megapixels': () => sendFiles(client, '/api/media', [pictureBomb(), pictureBomb()]),
  };
  for (const [name, act] of Object.entries(work)) {
    const waits = await waitsDuring(server.url, act());
    addFigureWithLimit(`Others' p99 during ${name}`, size, quantile(waits, 0.99), 'ms', 100);
  }
  await server.stop();
}
