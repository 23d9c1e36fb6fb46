import { hasColumns, linkRowReader, partFormat } from './parts';
import { MARKS } from './saved-link';

/** Tags are a list of Python: `['slow food', "Ann's"]`. */
const TAG = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g;

const tagsIn = (list: string): string[] =>
  [...list.matchAll(TAG)].map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'));

export const readwiseReader = partFormat({
  name: 'Readwise Reader',
  takes: 'CSV of the library',
  isPart: hasColumns(
    'title',
    'url',
    'id',
    'document tags',
    'saved date',
    'reading progress',
    'location',
    'seen',
  ),
  read: linkRowReader((cell) => {
    const location = cell('location');
    // what feeds brought was not saved by the person
    if (location === 'feed') return { leftOut: 'articles of feeds' };
    return {
      url: cell('url'),
      title: cell('title'),
      tags: tagsIn(cell('document tags')),
      marks: [location === 'archive' ? MARKS.archived : MARKS.toRead],
      time: cell('saved date'),
    };
  }),
});

export const readwise = partFormat({
  name: 'Readwise',
  takes: 'CSV of the highlights',
  isPart: hasColumns('highlight', 'book title', 'book author', 'note', 'highlighted at'),
  read: linkRowReader((cell) => ({
    url: '',
    title: [cell('book title'), cell('book author')].filter(Boolean).join(', '),
    highlights: [cell('highlight')],
    notes: cell('note'),
    tags: [...cell('tags').split(','), ...cell('document tags').split(',')],
    time: cell('highlighted at'),
  })),
});
