/** Without schemas, for the web app. */

/** What readers of a page may do with it. */
export const LICENCES = {
  none: { name: 'No licence', url: null },
  'CC-BY-4.0': { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  'CC-BY-SA-4.0': { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  'CC-BY-NC-4.0': { name: 'CC BY-NC 4.0', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  'CC0-1.0': { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
} as const;
export type Licence = keyof typeof LICENCES;

export const GUEST_DAYS = [1, 7, 30] as const;
