import { expect, test } from 'bun:test';
import { copyFileSync, writeFileSync } from 'node:fs';
import { englishModel } from '../../src/search/embedding/english-model';
import { modelPath, readModel } from '../../src/search/embedding/packed-model';
import { createTokenizer } from '../../src/search/embedding/pieces';
import { tempFolder } from '../support/folder';

const TIMEOUT = 30_000;

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, number, at) => sum + number * b[at]!, 0);

function openModel(options = {}) {
  const model = englishModel(options);
  return Object.assign(model, { [Symbol.dispose]: () => model.close() });
}

test('the English model puts texts of similar meaning near each other', async () => {
  using model = openModel();
  const [medicine, paracetamol, car, park] = (await model.embed(
    ['medicine', 'Picked up PARACETAMOL for the kids', 'Left the car on level 4 row G', 'where did I park'],
    TIMEOUT,
  )) as Float32Array[];
  expect(medicine).toHaveLength(512);
  expect(cosine(medicine!, medicine!)).toBeCloseTo(1);
  expect(cosine(medicine!, paracetamol!)).toBeGreaterThan(model.least);
  expect(cosine(car!, park!)).toBeGreaterThan(model.least);
  expect(cosine(medicine!, car!)).toBeLessThan(model.least);
  expect(cosine(paracetamol!, park!)).toBeLessThan(model.least);
});

test('texts in other languages get no vector, English slang does', async () => {
  const others = [
    'Milch und Brot kaufen, Eier nicht vergessen',
    'Comprar leche y pan en el supermercado',
    "Payer la facture d'électricité",
    'Jangan lupa beli susu dan roti',
    '明天下午一点半见',
    'Купить молоко и хлеб',
  ];
  const english = [
    'dun forget to buy milk on ur way home lah',
    'ok',
    'Tues 10am',
    '555-0199',
    'c u there :)',
  ];
  using model = openModel();
  for (const text of others) expect([text, await model.embed([text], TIMEOUT)]).toEqual([text, [null]]);
  for (const text of english)
    expect([text, await model.embed([text], TIMEOUT)]).toEqual([text, [expect.any(Float32Array)]]);
});

test('the thread ends when it is idle, and starts again', async () => {
  using model = openModel({ idleMs: 1 });
  for (let times = 0; times < 2; times++) {
    const [vector] = await model.embed(['a very long day'], TIMEOUT);
    expect(vector).toHaveLength(512);
    await Bun.sleep(5);
  }
});

test('every text gets a vector of numbers, or none', async () => {
  const texts = ['', ' ', '\u0000', '😀😀', 'a'.repeat(5_000), 'word '.repeat(1_000), '\ud800', '\u2581'];
  using model = openModel();
  for (const vector of await model.embed(texts, TIMEOUT))
    expect(vector?.every(Number.isFinite) ?? true).toBe(true);
});

test('a missing or damaged model file is refused with a sentence', () => {
  using folder = tempFolder();
  expect(() => readModel(folder.file('none'))).toThrow(/^The English model is missing: there is no /);
  copyFileSync(modelPath(), folder.file('whole'));
  expect(() => readModel(folder.file('whole'))).not.toThrow();
  writeFileSync(folder.file('damaged'), readModel().kernel);
  expect(() => readModel(folder.file('damaged'))).toThrow(/^The English model is damaged/);
});

test('a text is split into the most probable pieces', () => {
  const pieces: [string, number][] = [
    ...Array.from({ length: 6 }, (): [string, number] => ['', 0]),
    ['\u2581', -5],
    ['\u2581new', -3],
    ['s', -2],
    ['\u2581news', -4],
    ['\u2581stand', -4],
  ];
  const { split, knows } = createTokenizer(pieces);
  const names = (text: string) => split(text).map((id) => (id === 0 ? '?' : pieces[id]![0]));
  expect(names('news')).toEqual(['\u2581news']);
  expect(names('news stand')).toEqual(['\u2581news', '\u2581stand']);
  expect([knows('news'), knows('stan')]).toEqual([true, false]);
  expect(names('new 日本')).toEqual(['\u2581new', '\u2581', '?']);
});
