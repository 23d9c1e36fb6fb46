import { expect, test } from 'bun:test';
import { readPicture } from '../../src/media/words/reading';

const [WIDTH, HEIGHT] = [1_000, 900];
const LINE = 30;

function pageOfSmallPrint() {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (let y = 0; y < HEIGHT; y++)
    if (y % LINE < 20) for (let x = 0; x < WIDTH; x += 4) pixels.fill(0, y * WIDTH + x, y * WIDTH + x + 2);
  return { width: WIDTH, height: HEIGHT, pixels };
}

function readPage(msEach: number) {
  const bands: { top: number; height: number }[] = [];
  let [cpuMs, top] = [0, 0];
  const engine = {
    read({ height }: { height: number }) {
      cpuMs += msEach;
      bands.push({ top, height });
      top += height;
      return [{ text: 'word', sure: 95, line: '1 1 1', left: 0, top: 0, width: 100, height: 20 }];
    },
  };
  return { words: readPicture(engine, pageOfSmallPrint(), () => cpuMs), bands };
}

test('a page of small print is read in bands that cut no line and leave nothing out', () => {
  const { bands, words } = readPage(10);
  expect(bands.length).toBeGreaterThan(5);
  for (const { top } of bands.slice(1)) expect(top % LINE).toBeGreaterThanOrEqual(20);
  expect(bands.reduce((sum, { height }) => sum + height, 0)).toBe(HEIGHT);
  expect(words.lines.map(([word]) => Math.round(word!.y * HEIGHT))).toEqual(bands.map(({ top }) => top + 10));
});

test('the rest of a page is left out if its next band would probably take too long', () => {
  expect(readPage(500).bands).toHaveLength(3);
  expect(readPage(3_000).bands).toHaveLength(1);
});
