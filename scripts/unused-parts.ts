import type { BunPlugin } from 'bun';

/** Matches the files of Twilio's package for those parts of its API that we do not call. */
const UNUSED = /[\\/]twilio[\\/]lib[\\/]rest[\\/](?!Api|Messaging|Oauth|Twilio)\w+\.js$/;

/**
 * Leaves out the parts of Twilio's package that we do not call. They would be a tenth of the executable. The
 * client loads a part when it is first used, so a call of a part that was left out throws.
 */
export const withoutUnusedTwilio: BunPlugin = {
  name: 'without unused parts of Twilio',
  setup(build) {
    build.onLoad({ filter: UNUSED }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`The executable is built without ${path.split(/[\\/]/).at(-1)}.`)});`,
      loader: 'js',
    }));
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
