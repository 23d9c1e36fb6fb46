import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { build, type Plugin, type Rolldown } from 'vite';
import { ZipFile } from 'yazl';
import { version } from '../../package.json';
import { BROWSERS, ICONS, manifestFor } from '../extension/manifest';
import { ROOT } from './chunks';

const SOURCES = `${ROOT}web/extension`;

type Files = Map<string, string | Uint8Array>;

/** Writes the extension into `folder`, for each browser, and as zip files that the server hands out. */
export function extension(folder: string): Plugin {
  return {
    name: 'extension',
    apply: 'build',
    async generateBundle() {
      const files = await buildPages();
      for (const size of ICONS) {
        const name = `icon-${size}.png`;
        files.set(name, await readFile(join(SOURCES, 'icons', name)));
      }
      for (const browser of BROWSERS) {
        const manifest = JSON.stringify(manifestFor(browser, version), null, 2);
        const whole: Files = new Map([['manifest.json', manifest], ...files]);
        await writeFolder(join(folder, browser), whole);
        this.emitFile({ type: 'asset', fileName: `tagline-${browser}.zip`, source: await zip(whole) });
      }
    },
  };
}

async function buildPages(): Promise<Files> {
  const built = (await build({
    configFile: false,
    root: SOURCES,
    base: './',
    publicDir: 'icons',
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: ['form.html', 'options.html', 'background.ts'].map((name) => join(SOURCES, name)),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          assetFileNames: '[name][extname]',
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );
}

async function writeFolder(folder: string, files: Files) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, content] of files) await writeFile(join(folder, name), content);
}

/** The time is always the same, in each time zone, so that the same sources make the same file. */
async function zip(files: Files): Promise<Uint8Array> {
  const archive = new ZipFile();
  for (const [name, content] of files)
    archive.addBuffer(Buffer.from(content), name, { mtime: new Date(2026, 0, 1), forceDosTimestamp: true });
  archive.end();
  return buffer(archive.outputStream as NodeJS.ReadableStream & AsyncIterable<Uint8Array>);
}
