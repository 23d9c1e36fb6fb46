import { testServer } from './server';
import { testIn } from './test-in';
import { startTwilio } from './twilio';

export const testTwilio = testIn(async () => {
  const twilio = await startTwilio();
  const server = await testServer({ twilio });
  return {
    twilio,
    server,
    app: server.app,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await twilio[Symbol.asyncDispose]();
    },
  };
});
