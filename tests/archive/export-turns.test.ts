import { expect, test } from 'bun:test';
import { exportStream } from '../../src/archive/export';
import { FORMATS, type Format } from '../../src/archive/export-formats';
import { create } from '../../src/messages/messages';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { ensureUser } from '../support/people';

for (const format of Object.keys(FORMATS) as Format[])
  test(`others are served while messages are exported as ${format}`, async () => {
    await using app = testApp();
    const user = ensureUser(app, ann);
    const content = `https://example.com ${'ramen '.repeat(150)}`;
    for (let n = 0; n < 300; n++) create(app, user, { content, source: 'api' });
    let served = 0;
    let ended = false;
    const serve = () => {
      served += 1;
      if (!ended) setImmediate(serve);
    };
    let made = 0;
    const servedAt = new Set<number>();
    setImmediate(serve);
    for await (const _ of exportStream(app, user, format, () => {
      made += 1;
      servedAt.add(served);
    }));
    ended = true;
    expect(made).toBe(300);
    expect(servedAt.size).toBeGreaterThan(2);
  });
