import { expect, test } from 'bun:test';
import { estimateCardsHeight } from '../../../web/media/previews/card-heights';

test('a link without a scheme is counted like one with a scheme', () => {
  for (const link of ['karakeep.app/docs', 'youtu.be/dQw4w9WgXcQ', 'x.com/jack/status/20']) {
    const height = estimateCardsHeight(`See ${link} #x`, 300);
    expect(height).toBeGreaterThan(0);
    expect(height).toBe(estimateCardsHeight(`https://${link}`, 300));
  }
  expect(estimateCardsHeight('Back by 8.30, ok: soon. file.ts', 300)).toBe(0);
});
