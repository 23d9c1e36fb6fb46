import { NOTE_CHARACTERS_MAX } from '../notes';
import type { Entry } from './format';
import { linesOf } from './lines';
import { fileFormat } from './parts';
import { timeOrNull } from './saved-link';

// `My Clippings.txt`, in the language of the device; KOReader writes the same.
//   Title (Author)
//   - Your Highlight on page 12 | Location 150-155 | Added on Monday, April 21, 2014 10:08:07 PM
//
//   The words.
//   ==========

const END = '==========';
const START = /^\uFEFF?[^\n]+\n- [^\n]*\d[^\n]*\r?\n/;
const NOTE = /\b(note|notiz|nota|notitie|annotation)\b|笔记|メモ/i;

export const kindle = fileFormat({
  name: 'Kindle',
  takes: 'My Clippings.txt',
  ending: /\.txt$/i,
  isStart: (start) => START.test(start.replaceAll('\r', '')) && /^=+\r?$/m.test(start) && start.includes(END),
  async *read(bundle, path) {
    let lines: string[] = [];
    let marks = 0;
    for await (const line of linesOf(bundle, path, NOTE_CHARACTERS_MAX)) {
      if (line.trim() !== END) {
        lines.push(line);
        continue;
      }
      const entry = toClipping(lines);
      lines = [];
      if (entry) yield entry;
      else marks += 1;
    }
    if (lines.some((line) => line.trim() !== ''))
      yield toClipping(lines) ?? { unreadable: `the rest of ${path}`, reason: 'it ends in the middle' };
    if (marks > 0) yield { leftOut: 'bookmarks of pages', count: marks };
  },
});

/** Returns null for a bookmark, which has no words. */
function toClipping(lines: string[]): Entry | null {
  const [title = '', about = '', ...rest] = lines.map((line) => line.replace(/^\uFEFF/, '').trim());
  const words = rest.join('\n').trim();
  if (words === '') return null;
  const place = about.replace(/^- /, '').split(' | ').slice(0, -1).join(' | ');
  return {
    note: {
      key: JSON.stringify([title, about]),
      text: `${title}\n${NOTE.test(place) ? words : words.replace(/^(?=.)/gm, '> ')}`,
      createdAt: readAdded(about.split(' | ').at(-1) ?? ''),
      tags: ['highlights'],
      hashtags: false,
    },
  };
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

let months: Map<string, number> | null = null;

/** Made when first needed, because the names of seven languages take a while. */
function monthOf(written: string): number | undefined {
  months ??= new Map(
    LANGUAGES.flatMap((language) => {
      const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, at): [string, number] => [
        format(Date.UTC(2024, at, 15)).toLowerCase(),
        at + 1,
      ]);
    }),
  );
  const words = written.toLowerCase().split(/[^\p{L}]+/u);
  return words.map((word) => months?.get(word)).find(Boolean);
}

/** Returns null for a date in another language, so that the clipping comes without a time. */
function readAdded(written: string): number | null {
  const [year = ''] = /\b\d{4}/.exec(written) ?? [];
  const month = monthOf(written);
  const asian = /\d{4}年(\d{1,2})月(\d{1,2})日/.exec(written);
  const [, day] = /(?<![\d:])(\d{1,2})(?![\d:])/.exec(written) ?? [];
  const [, hours = '0', minutes = '00', seconds = '00'] = /(\d{1,2}):(\d\d)(?::(\d\d))?/.exec(written) ?? [];
  const half = /\bpm\b|下午|午後/i.test(written) ? 12 : 0;
  const isHalved = half > 0 || /\bam\b|上午|午前/i.test(written);
  const hour = isHalved ? (Number(hours) % 12) + half : Number(hours);
  const pad = (part: string | number = '') => String(part).padStart(2, '0');
  const date = `${year}-${pad(asian?.[1] ?? month)}-${pad(asian?.[2] ?? day)}`;
  return timeOrNull(`${date} ${pad(hour)}:${minutes}:${seconds}`);
}
