import { ann } from '../../db/seeds/cast';
import { fileBombs, importToEnd, pictureBomb, sendFiles, waitsDuring } from '../prove/bombs';
import { signIn, simulatedTexts } from '../prove/program';
import { copyOfDatabase, startProduct } from './databases';
import { addFigureWithLimit, quantile } from './figures';

/** Measures how long others wait while hostile files are imported and large pictures are decoded. */
export async function foreign(size: number) {
  const dataDir = copyOfDatabase(size);
  const server = await startProduct(dataDir);
  const client = await signIn(server, ann.phone, () => simulatedTexts(dataDir, ann.phone));
  const work = {
    'hostile imports': async () => {
      for (const file of await fileBombs()) await importToEnd(client, file);
    },
    'pictures of 64 megapixels': () => sendFiles(client, '/api/media', [pictureBomb(), pictureBomb()]),
  };
  for (const [name, act] of Object.entries(work)) {
    const waits = await waitsDuring(server.url, act());
    addFigureWithLimit(`Others' p99 during ${name}`, size, quantile(waits, 0.99), 'ms', 100);
  }
  await server.stop();
}
