import { importFile } from '../../src/archive/import';
import type { Message } from '../../src/contract/messages';
import { allMessages } from '../../src/messages/lists';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { writeZip } from './write-zip';

type Given = string | Uint8Array | Record<string, string | Uint8Array>;

/** Makes an app in which Ann imports what a test writes, a record of texts as a zip. */
export function importer() {
  const files = tempFolder();
  const app = testApp();
  const close = app[Symbol.asyncDispose];
  const as = ensureUser(app, ann);

  async function write(given: Given, name = 'given'): Promise<string> {
    if (typeof given === 'string' || given instanceof Uint8Array) await Bun.write(files.file(name), given);
    else await writeZip(files.file(name), given);
    return files.file(name);
  }

  return Object.assign(app, {
    as,
    files,
    write,
    take: async (given: Given, name?: string) => importFile(app, await write(given, name), { as }),
    messages: () => allMessages(app, as),
    stored: () => allMessages(app, as).map(essence),
    async [Symbol.asyncDispose]() {
      await close();
      files[Symbol.dispose]();
    },
  });
}

export const testImport = testIn(importer);

export const essence = ({ content, tags, timestamp }: Message) => ({ content, tags, timestamp });
