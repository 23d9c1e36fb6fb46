import { expect } from 'bun:test';
import { deleteWithUndo } from '../../src/messages/deleted-messages';
import { embedQueued } from '../../src/search/meaning/embedding';
import { related } from '../../src/search/related';
import { ann, bob, cho } from '../support/cast';
import { person, share, store, testMeaning } from './searchers';

testMeaning("an opened message shows up to three of one's own, and never somebody else's", async (app) => {
  const [a, b, c] = [person(app, ann), person(app, bob), person(app, cho)];
  share(app, a, 'house', b);
  const [opened, car, ...near] = store(
    app,
    a,
    'ramen noodles #house',
    'car garage',
    'soup dinner',
    'noodles soup #house',
    'dinner ramen',
    'ramen soup noodles',
  ) as [number, number, ...number[]];
  const [others] = store(app, b, 'ramen soup dinner #house') as [number];
  await embedQueued(app);
  const idsFor = async (id: number) => (await related(app, a, id)).map((message) => message.id);

  const found = await idsFor(opened);
  expect(found).toHaveLength(3);
  expect(near).toEqual(expect.arrayContaining(found));
  expect(await idsFor(car)).toEqual([]); // no message is close enough
  expect(await related(app, b, opened)).toEqual([]); // the message is not Bob's
  expect(await idsFor(others)).toEqual([]);
  expect(related(app, c, opened)).rejects.toThrow('Message not found');
  deleteWithUndo(app, found);
  expect(await idsFor(opened)).toEqual(near.filter((id) => !found.includes(id)));
});

testMeaning('without embeddings nothing is related', async (app) => {
  const a = person(app, ann);
  const [id] = store(app, a, 'ramen noodles', 'soup dinner') as [number, number];
  expect(await related(app, a, id)).toEqual([]);
});
