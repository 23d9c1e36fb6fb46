import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, runQuietly, say } from './setup';

export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || (USUAL_PATHS[process.platform] ?? []).find((path) => existsSync(path));
}

/** It has no pushes, but the browser tests take a fifth less of the processor with it. */
export function findHeadlessShell(): string | undefined {
  return process.env.CHROMIUM_PATH || !existsSync(HEADLESS_SHELL) ? undefined : HEADLESS_SHELL;
}

export function ensureChromium(): string {
  const found = findChromium() ?? (canInstall() ? install() : undefined);
  if (found && existsSync(found)) return found;
  if (found) fail(`CHROMIUM_PATH is ${found}, and no file is there.`);
  fail('The browser tests need Chromium or Chrome: install one, or name it in CHROMIUM_PATH.');
}

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const programFolders = [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA];

const USUAL_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
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
    programFolders.filter((folder) => folder !== undefined).map((folder) => join(folder, path)),
  ),
};

const canInstall = () => process.getuid?.() === 0 && Bun.which('apt-get') !== null;

function install(): string | undefined {
  say('Installing Chromium for the browser tests ...');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const packages = ['chromium', 'chromium-headless-shell'];
  for (const step of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { ok, output } = runQuietly(['apt-get', ...step], env);
    if (!ok) fail(`Chromium could not be installed; apt-get says: ${output.split('\n').at(-1)}`);
  }
  return findChromium();
}
