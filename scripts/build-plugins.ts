import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BunPlugin } from 'bun';
import { ROOT } from './setup';

const UNUSED = new RegExp(
  [
    String.raw`twilio/lib/rest/(?!Api|Messaging|Oauth|Twilio)\w+\.js$`,
    String.raw`twilio/lib/rest/api/v2010/account/(?!(message|incomingPhoneNumber)\.js$)`,
    String.raw`twilio/lib/rest/messaging/v(1/(?!service(/phoneNumber)?\.js$)|[2-9]/)`,
    // the mail packages decode no words, for which they would need these: postal-mime does
    String.raw`/encoding-japanese/src/index\.js$`,
    String.raw`/iconv-lite/encodings/tables/(?!cp936|gb)\w[\w-]+\.json$`,
    // Twilio's own way to send, where ours is fetch, and what writes TwiML; examples of code for Hugging Face
    String.raw`(axios/dist/node/axios\.cjs|xmlbuilder/lib/index\.js|snippets/getInferenceSnippets\.js)$`,
  ]
    .join('|')
    .replaceAll('/', String.raw`[\\/]`),
);

/**
 * These parts would take a tenth of the executable. Packages import some of them when they are loaded. That
 * succeeds, and only their use throws.
 */
export const withoutUnusedParts: BunPlugin = {
  name: 'without unused parts of packages',
  setup(build) {
    build.onLoad({ filter: UNUSED }, ({ path }) => {
      const message = `The executable is built without ${path.split(/[\\/]/).at(-1)}.`;
      return {
        contents: `module.exports = new Proxy({}, {
          get(_, name) {
            if (name === '__esModule') return false;
            throw new Error(${JSON.stringify(message)});
          },
        });`,
        loader: 'js',
      };
    });
  },
};

export const withoutOtherLanguagesOfZod: BunPlugin = {
  name: 'without other languages of zod',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
      loader: 'js',
    }));
  },
};

/**
 * Packs what is large and used late. As an object of 60,000 keys, or even as one string, the data of the language
 * detector would have its size in bytecode once more.
 */
export const withPackedData: BunPlugin = {
  name: 'packed data',
  setup(build) {
    const pack = (bytes: Uint8Array | string) => Bun.zstdCompressSync(bytes, { level: 19 });
    build.onLoad({ filter: /\.wasm$/ }, ({ path }) => ({
      contents: pack(readFileSync(path)),
      loader: 'file',
    }));
    build.onLoad({ filter: NGRAMS }, ({ path }) => ({
      contents: `import { readPacked } from ${JSON.stringify(join(ROOT, 'src/app/packed-file'))};
        import file from ${JSON.stringify(`${path}on`)} with { type: 'file' };
        export const ngramsData = JSON.parse(new TextDecoder().decode(readPacked(file)));`,
      loader: 'js',
    }));
    build.onResolve({ filter: NGRAMS_JSON }, ({ path }) => ({ path }));
    build.onLoad({ filter: NGRAMS_JSON }, async ({ path }) => {
      const { ngramsData } = (await import(path.slice(0, -'on'.length))) as { ngramsData: unknown };
      return { contents: pack(JSON.stringify(ngramsData)), loader: 'file' };
    });
  },
};

const NGRAMS = /[\\/]eld[\\/]src[\\/]ngrams[\\/]\w+\.js$/;
const NGRAMS_JSON = /[\\/]eld[\\/]src[\\/]ngrams[\\/]\w+\.json$/;
