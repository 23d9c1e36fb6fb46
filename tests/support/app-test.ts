import { testApp } from './app';
import { ann } from './cast';
import { house } from './house';
import { ensureUser } from './people';
import { testIn } from './test-in';

/** The world of a test: an app, and what the test takes beside it, made when it is taken. */
export const test = testIn(() => {
  const app = testApp();
  let made: ReturnType<typeof house> | undefined;
  const inHouse = () => {
    made ??= house(app);
    return made;
  };
  return {
    app,
    get user() {
      return ensureUser(app, ann);
    },
    get owner() {
      return inHouse().owner;
    },
    get member() {
      return inHouse().member;
    },
    get id() {
      return inHouse().id;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
});
