export const FORMATS = {
  json: { name: 'tagline-export.zip', type: 'application/zip' },
  markdown: { name: 'tagline-markdown.zip', type: 'application/zip' },
  csv: { name: 'tagline-messages.csv', type: 'text/csv; charset=utf-8' },
  bookmarks: { name: 'tagline-bookmarks.html', type: 'text/html; charset=utf-8' },
} as const;
export type Format = keyof typeof FORMATS;

export const isFormat = (name: string): name is Format => Object.hasOwn(FORMATS, name);
