import type { BunPlugin } from 'bun';

/** Matches the files of Twilio's package for those parts of its API that we do not call. */
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
 * Leaves out the parts of Twilio's package that we do not call. They would be a tenth of the executable. The
 * package imports some of them when it is loaded, so only the use of a part that was left out throws.
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

/** Leaves out the messages of zod in other languages, because we set none. */
export const withoutOtherLanguagesOfZod: BunPlugin = {
  name: 'without other languages of zod',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
      loader: 'js',
    }));
  },
};
