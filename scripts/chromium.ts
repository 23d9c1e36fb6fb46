import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, quietly, say } from './setup';

/** The Chromium that the browser tests drive: `CHROMIUM_PATH`, or where systems keep theirs. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  return named ? named : (PLACES[process.platform] ?? []).find((place) => existsSync(place));
}

/** Finds Chromium, or has Debian or Ubuntu install it. Ends the process with one sentence if there is none to be had. */
export function ensureChromium(): string {
  const found = findChromium() ?? (debian() ? installed() : undefined);
  if (found && existsSync(found)) return found;
  if (found) fail(`CHROMIUM_PATH is ${found}, and no file is there.`);
  fail('The browser tests need Chromium or Chrome: install one, or name it in CHROMIUM_PATH.');
}

const programs = [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA];

const PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe'].flatMap((path) =>
    programs.filter((folder) => folder !== undefined).map((folder) => join(folder, path)),
  ),
};

const debian = () => process.getuid?.() === 0 && Bun.which('apt-get') !== null;

function installed(): string | undefined {
  say('Installing Chromium for the browser tests ...');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { ok, output } = quietly(['apt-get', ...step], env);
    if (!ok) fail(`Chromium could not be installed; apt-get says: ${output.split('\n').at(-1)}`);
  }
  return findChromium();
}
