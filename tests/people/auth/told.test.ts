import { expect } from 'bun:test';
import { subscribe } from '../../../src/outbox/push/subscriptions';
import { createSession, findSession } from '../../../src/people/auth/sessions';
import { tellOwner } from '../../../src/people/auth/told';
import { PUSH_SUBSCRIPTION } from '../../http/world';
import { test } from '../../support/app-test';
import { ann } from '../../support/cast';
import { HOUR } from '../../support/clock';

test('an act is told by push to another browser, and by text if only its own gets pushes', async ({
  app,
  user,
}) => {
  const cookies = [await createSession(app, user.id), await createSession(app, user.id)];
  const [own = '', other = ''] = cookies.map((cookie) => cookie.split(';')[0]);
  subscribe(app, user, findSession(app, own)!.id, PUSH_SUBSCRIPTION);
  const tellBy = (cookie: string) =>
    tellOwner(app, user, { address: null, userAgent: null, cookie }, { act: 'calendar renewed' });
  tellBy(own);
  tellBy(other);
  expect(app.outbox(ann.phone)).toMatchObject([
    { kind: 'security', state: 'queued' },
    { kind: 'security', state: 'pushing' },
  ]);
});

test('exports are told once an hour', ({ app, user }) => {
  const tell = () =>
    tellOwner(app, user, { address: null, userAgent: null, cookie: null }, { act: 'exported', name: 'json' });
  app.clock.freeze(Math.ceil(app.now() / HOUR) * HOUR);
  tell();
  app.clock.advance(HOUR - 1);
  tell();
  expect(app.outbox(ann.phone)).toHaveLength(1);
  app.clock.advance(1);
  tell();
  expect(app.outbox(ann.phone)).toHaveLength(2);
});
