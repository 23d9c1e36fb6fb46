import { expect, test } from 'bun:test';
import { embeddingProgress, embedQueued } from '../../src/search/meaning/embedding';
import { testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { testEmbedder } from '../support/embedders';
import { tempFolder } from '../support/folder';
import { countEmbeddings, found, person, share, store } from './searchers';

const FOOD = ['noodle', 'pasta'];

test('the model of the server answers until the better one has embedded all messages', async () => {
  using data = tempFolder();
  const local = testEmbedder('local', ['soup']);
  {
    await using app = testApp({ DATA_DIR: data.path }, [local]);
    store(app, person(app, ann), 'tomato soup', 'noodle place', 'call the bank');
    await embedQueued(app);
    expect(await found(app, person(app, ann), 'soups')).toEqual(['tomato soup']);
    expect(embeddingProgress(app)).toMatchObject({ embedded: 1, leftToWords: 2, waiting: 0 });
  }
  {
    // a better model is added, and fails after its first batch
    const better = testEmbedder('better', ['soup', 'bank', 'noodle']);
    await using app = testApp({ DATA_DIR: data.path }, [better, local]);
    const me = person(app, ann);
    store(app, me, 'onion soup');
    const embed = better.embed;
    better.embed = async (...call) => {
      if (better.texts.length >= 2) better.failing = true;
      return embed(...call);
    };
    await embedQueued(app);
    expect(embeddingProgress(app)).toMatchObject({ model: 'the model better', embedded: 2, waiting: 2 });
    expect(embeddingProgress(app).answeredBy).toBe('the model local');
    expect(await found(app, me, 'soupy')).toEqual(['onion soup', 'tomato soup']);
  }
  {
    // after a restart, the better model continues where it stopped
    const better = testEmbedder('better', ['soup', 'bank', 'noodle']);
    await using app = testApp({ DATA_DIR: data.path }, [better, local]);
    await embedQueued(app);
    expect(better.texts.toSorted()).toEqual(['noodle place', 'tomato soup']);
    expect(embeddingProgress(app).answeredBy).toBe('the model better');
    expect(await found(app, person(app, ann), 'my bankers')).toEqual(['call the bank']);
    better.failing = true; // now the local model answers, with its own vectors
    expect(await found(app, person(app, ann), 'any soup?')).toEqual(['onion soup', 'tomato soup']);
  }
  await using app = testApp({ DATA_DIR: data.path }, [local]);
  expect(await found(app, person(app, ann), 'some soups')).toEqual(['onion soup', 'tomato soup']);
  await embedQueued(app);
  expect(countEmbeddings(app)).toBe(4);
  expect(embeddingProgress(app).answeredBy).toBe('the model local');
});

test('a model that is configured again embeds what came meanwhile', async () => {
  using data = tempFolder();
  const embedders = () => [testEmbedder('better', FOOD), testEmbedder('local', FOOD)];
  {
    await using app = testApp({ DATA_DIR: data.path }, embedders());
    store(app, person(app, ann), 'noodle place');
    await embedQueued(app);
  }
  {
    await using app = testApp({ DATA_DIR: data.path }, embedders().slice(1));
    store(app, person(app, ann), 'pasta place');
    await embedQueued(app);
    expect(countEmbeddings(app)).toBe(2);
  }
  await using app = testApp({ DATA_DIR: data.path }, embedders());
  await embedQueued(app);
  expect(countEmbeddings(app)).toBe(4);
  expect(await found(app, person(app, ann), 'any pasta')).toEqual(['pasta place']);
});

test('new messages of other people on a shared board are found, and deleted ones are not', async () => {
  await using app = testApp({}, [testEmbedder('local', FOOD)]);
  const [a, b] = [person(app, ann), person(app, bob)];
  store(app, a, 'my own noodle #house', 'a secret noodle');
  share(app, a, 'house', b);
  await embedQueued(app);
  expect(await found(app, b, 'any noodles')).toEqual(['my own noodle #house']);
  store(app, a, 'a cold noodle #house');
  await embedQueued(app);
  expect((await found(app, b, 'hot noodles')).toSorted()).toEqual([
    'a cold noodle #house',
    'my own noodle #house',
  ]);
  app.db.$client.run("delete from messages where content like 'my own%'");
  expect(await found(app, b, 'warm noodles')).toEqual(['a cold noodle #house']);
});
