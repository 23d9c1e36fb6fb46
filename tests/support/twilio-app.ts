import { testApp } from './app';
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
