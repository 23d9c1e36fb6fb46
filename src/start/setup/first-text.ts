import type { App } from '../../app/app';
import { type Config, readConfig } from '../../app/config/config';
import { isServed } from '../../app/data-folder/lock';
import { countOf } from '../../contract/counts';
import { formatPhone } from '../../contract/people';
import type { Outcome } from '../command-line';
import { createApp } from '../create-app';
import { type RunningServer, serveUntilSignal, start } from '../serve';
import { type Arrival, waitForAnswer, waitForText } from './arrival';
import { chooseOne } from './ask';
import type { Draft } from './draft';
import { unlessInterrupted } from './interrupt';
import { print } from './print';

const SHOWN_MAX = 200;

/** To see the text, starts a server, or reads the data of a server that runs already. */
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
  return served ? listen(config, later) : startAndListen(config, later);
}

async function listen(config: Config, later: Outcome): Promise<Outcome> {
  const { app, stop } = await openServer(config);
  await showFirstText(app).finally(stop);
  return { ...later, say: 'The settings are saved.' };
}

async function startAndListen(config: Config, later: Outcome): Promise<Outcome> {
  const server = await openServer(config);
  await showFirstText(server.app);
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

export async function waitUnattended(config: Config, minutes: number): Promise<{ say: string; ok: boolean }> {
  const { app, stop } = await openServer(config);
  try {
    const signal = AbortSignal.timeout(minutes * 60_000);
    const text = await waitForText(app, signal);
    if (!text) return { say: `No text came within ${countOf(minutes, 'minute')}.`, ok: false };
    const fault = await waitForAnswer(app, text, signal);
    if (fault) return { say: `${arrived(text)} The answer could not be sent: ${fault}`, ok: false };
    return { say: arrived(text), ok: true };
  } finally {
    await stop();
  }
}

/** Logs nothing, because log lines would disturb the dialogue in the terminal. */
async function openServer(config: Config): Promise<RunningServer> {
  const silent: Config = { ...config, logLevel: 'silent' };
  if (!isServed(config.dataDir)) return start(silent);
  const app = createApp(silent, { embedders: [] });
  return {
    app,
    async stop() {
      app.close();
      return true;
    },
  };
}

async function showFirstText(app: App): Promise<void> {
  const to = formatPhone(app.config.phoneNumber);
  const how = app.sms.can.reachPeople
    ? `Text "hello" to ${to} now, from your phone.`
    : `Open ${app.simulatorUrl ? `${app.simulatorUrl}/phone` : 'the phone simulator'}, and text "hello" from a phone there.`;
  const skipped = () => undefined;
  // begins before the person is asked to text, so that the text cannot come before the wait
  const arrival = unlessInterrupted((signal) => waitForText(app, signal), skipped);
  print.step(`${how} Ctrl-C skips this.`);
  const text = await arrival;
  if (!text) return print.step('Skipped.');
  print.good(arrived(text));
  if (text.asked)
    print.notice(
      `The gateway had it, but its webhook did not come: check that it is ${app.sms.webhook()}. Until then, texts come only every five minutes.`,
    );
  const fault = await unlessInterrupted((signal) => waitForAnswer(app, text, signal), skipped);
  if (fault === null) print.good('The answer to it is on its way.');
  else if (fault) print.bad(`The answer could not be sent: ${fault}`);
}

/** Control characters become spaces, because they could change what the terminal shows. */
function arrived({ words, phone }: Arrival): string {
  const shown = words?.replaceAll(/\p{Cc}+/gu, ' ').slice(0, SHOWN_MAX);
  return `${shown === undefined ? 'A text' : `"${shown}"`} has come from ${formatPhone(phone)}.`;
}
