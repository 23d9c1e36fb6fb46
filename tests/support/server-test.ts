import { ann } from './cast';
import { connect } from './client';
import { testServer } from './server';
import { testIn } from './test-in';

/** The world of a test: a server, and the client of Ann, who is introduced before its first call. */
export const test = testIn(async () => {
  const server = await testServer();
  let introduced: Promise<unknown> | undefined;
  const before = async () => {
    introduced ??= server.introduce(ann);
    await introduced;
  };
  const { app, url } = server;
  return {
    app,
    server,
    get client() {
      return connect(url, { cookies: server.as(ann).cookies, before });
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
});
