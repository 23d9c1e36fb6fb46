import { createApp } from '../app';
import type { Outcome } from '../command-line';
import { type Config, readConfig } from '../config';
import { formatPhone } from '../contract/people';
import { isServed } from '../data-folder/lock';
import { serveUntilSignal, start } from '../serve';
import { waitForAnswer, waitForText } from './arrival';
import { chooseOne } from './ask';
import type { Draft } from './draft';
import { unlessInterrupted } from './interrupt';
import { print } from './print';

/**
 * Offers to wait for the first text: starts a server, or looks into the data of one that runs already.
 * Returns what the command prints at its end. If the server is to go on, the command does not end.
 */
export async function receiveFirstText({ file, env }: Draft): Promise<Outcome> {
  const config = readConfig(env);
  const later = { say: 'Start the server with: tagline', data: { file } };
  const served = isServed(config.dataDir);
  const wanted = await chooseOne(
    served
      ? 'A server runs here already. Restart it, so that it reads the settings. Wait for a text?'
      : 'Start the server here and wait for the first text?',
    [
      { value: 'now', label: 'Yes' },
      { value: 'later', label: 'Not now' },
    ],
  );
  if (wanted !== 'now') return served ? { ...later, say: 'Restart the server.' } : later;
  return served ? listen(config, file) : startAndListen(config, later);
}

/** Waits for a text to a server that runs already, in another process. */
async function listen(config: Config, file: string): Promise<Outcome> {
  const app = createApp({ ...config, logLevel: 'silent' }, { embedders: [] });
  try {
    await showFirstText(app, { asking: false });
    return { say: 'The settings are saved.', data: { file } };
  } finally {
    app.close();
  }
}

async function startAndListen(config: Config, later: Outcome): Promise<Outcome> {
  // the lines of the log would break the dialogue
  const server = start({ ...config, logLevel: 'silent' });
  await showFirstText(server.app, { asking: server.app.sms.can.catchUp });
  const next = await chooseOne('What shall the server do?', [
    { value: 'serve', label: 'Go on serving here', hint: 'until Ctrl-C' },
    { value: 'stop', label: 'Stop', hint: 'to start it as a service' },
  ]);
  if (next === 'serve') {
    server.app.log.level = config.logLevel;
    return serveUntilSignal(server);
  }
  print.step('Stopping ...');
  await server.stop();
  return later;
}

/** Waits for a text and shows it, and whether its answer went out. Ctrl-C ends the wait. */
async function showFirstText(app: ReturnType<typeof createApp>, { asking }: { asking: boolean }) {
  const to = formatPhone(app.config.phoneNumber);
  const how = app.sms.can.reachPeople
    ? `Text "hello" to ${to} now, from your phone.`
    : `Open ${app.simulatorUrl ? `${app.simulatorUrl}/phone` : 'the phone simulator'}, and text "hello" from a phone there.`;
  print.step(`${how} Ctrl-C skips this.`);
  const skipped = () => undefined;
  const text = await unlessInterrupted((signal) => waitForText(app, { asking, signal }), skipped);
  if (!text) return print.step('Skipped.');
  print.good(
    `${text.words === null ? 'A text' : `"${text.words}"`} has come from ${formatPhone(text.phone)}.`,
  );
  if (text.asked)
    print.notice(
      `The gateway had it, but its webhook did not come: check that it is ${app.sms.webhook()}. Until then, texts come only every five minutes.`,
    );
  const fault = await unlessInterrupted((signal) => waitForAnswer(app, text, signal), skipped);
  if (fault === null) print.good('The answer to it is on its way.');
  else if (fault) print.bad(`The answer could not be sent: ${fault}`);
}
