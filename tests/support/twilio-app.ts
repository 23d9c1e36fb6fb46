import { testApp } from './app';
import { testServer } from './server';
import { startTwilio } from './twilio';

export async function openTwilioApp() {
  const twilio = await startTwilio();
  const app = testApp(twilio.environment);
  return {
    twilio,
    app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await twilio[Symbol.asyncDispose]();
    },
  };
}

export async function openTwilioServer() {
  const twilio = await startTwilio();
  const server = await testServer({ twilio });
  return {
    twilio,
    server,
    async [Symbol.asyncDispose]() {
      // stops Twilio before the server, because the worker would wait for Twilio's slow answers
      await twilio[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
