import type { BunPlugin } from 'bun';

/**
 * Puts the data of the language detector into the executable as a JSON string. If the data were an object of
 * 60,000 keys, its bytecode would take 6 MB.
 */
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
