import type { BunPlugin } from 'bun';

const UNUSED = new RegExp(
  [
    String.raw`twilio/lib/rest/(?!Api|Messaging|Oauth|Twilio)\w+\.js$`,
    String.raw`twilio/lib/rest/api/v2010/account/(?!(message|incomingPhoneNumber)\.js$)`,
    String.raw`twilio/lib/rest/messaging/v(1/(?!service(/phoneNumber)?\.js$)|[2-9]/)`,
  ]
    .join('|')
    .replaceAll('/', String.raw`[\\/]`),
);

/**
 * These parts would take a tenth of the executable. The package imports some of them when it is loaded. That
 * succeeds, and only their use throws.
 */
export const withoutUnusedTwilio: BunPlugin = {
  name: 'without unused parts of Twilio',
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

/** As an object of 60,000 keys, the data of the language detector would have 6 MB of bytecode. */
export const withLanguageDataAsJson: BunPlugin = {
  name: 'language data as JSON',
  setup(build) {
    build.onLoad({ filter: /[\\/]eld[\\/]src[\\/]ngrams[\\/]\w+\.js$/ }, async ({ path }) => {
      const { ngramsData } = (await import(path)) as { ngramsData: unknown };
      const json = JSON.stringify(JSON.stringify(ngramsData));
      return { contents: `export const ngramsData = JSON.parse(${json});`, loader: 'js' };
    });
  },
};
