import type { BunPlugin } from 'bun';

/** Matches the files of Twilio's package for the parts of its API that we do not call. */
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
 * Leaves out the parts of Twilio's package that we do not call. They would take a tenth of the executable.
 * The package imports some of these parts when it is loaded. Such an import succeeds, and only the use of the
 * part throws.
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

/** Leaves out zod's messages in languages other than English, because we use only English. */
export const withoutOtherLanguagesOfZod: BunPlugin = {
  name: 'without other languages of zod',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
      loader: 'js',
    }));
  },
};
