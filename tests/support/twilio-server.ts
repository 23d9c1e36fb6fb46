import { testServer } from './server';
import { testIn } from './test-in';
import { startTwilio } from './twilio';

export async function openTwilioServer() {
  const twilio = await startTwilio();
  const server = await testServer({ twilio });
  return {
    twilio,
    server,
    app: server.app,
    async [Symbol.asyncDispose]() {
      // stops Twilio before the server, because the worker would wait for Twilio's slow answers
      await twilio[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

export const testTwilio = testIn(openTwilioServer);
