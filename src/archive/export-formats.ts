export const FORMATS = {
  json: { name: 'tagline-export.zip', type: 'application/zip' },
  markdown: { name: 'tagline-markdown.zip', type: 'application/zip' },
  obsidian: { name: 'tagline-obsidian.zip', type: 'application/zip', personal: 'An Obsidian vault' },
  csv: { name: 'tagline-messages.csv', type: 'text/csv; charset=utf-8' },
  bookmarks: {
    name: 'tagline-bookmarks.html',
    type: 'text/html; charset=utf-8',
    personal: 'A bookmark file',
  },
  karakeep: { name: 'tagline-karakeep.json', type: 'application/json', personal: 'A file for karakeep' },
  memos: { name: 'tagline-memos.zip', type: 'application/zip', personal: 'A file for memos' },
} as const;
export type Format = keyof typeof FORMATS;

export const isFormat = (name: string): name is Format => Object.hasOwn(FORMATS, name);
