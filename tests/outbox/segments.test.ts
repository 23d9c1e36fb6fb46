import { expect, test } from 'bun:test';
import { countSegments } from '../../src/contract/segments';

test('a text is charged by the segments of its alphabet', () => {
  const cases: [text: string, segments: number][] = [
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['é'.repeat(160), 1],
    ['ê'.repeat(70), 1],
    ['ê'.repeat(71), 2],
    ['漢'.repeat(134), 2],
    ['漢'.repeat(135), 3],
    ['👍'.repeat(35), 1],
    ['👍'.repeat(36), 2],
    // a character is never split between two segments, so a segment can end early
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['👍'.repeat(66), 2],
    ['👍'.repeat(67), 3],
  ];
  for (const [text, expected] of cases)
    expect({ text, n: countSegments(text) }).toEqual({ text, n: expected });
});
