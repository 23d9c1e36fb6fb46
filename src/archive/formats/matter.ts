import { hasColumns, linkRowReader, partFormat } from './parts';
import { MARKS } from './saved-link';

const isTrue = (cell: string): boolean => /^(true|yes|1)$/i.test(cell.trim());

export const matter = partFormat({
  name: 'Matter',
  takes: 'CSV',
  isPart: hasColumns('title', 'url', 'tags', 'word count', 'in queue', 'favorited', 'last interaction date'),
  read: linkRowReader((cell) => ({
    url: cell('url'),
    title: cell('title'),
    tags: cell('tags').split(/[;,]/),
    marks: [
      isTrue(cell('favorited')) && MARKS.favorite,
      isTrue(cell('in queue')) ? MARKS.toRead : MARKS.archived,
    ],
    time: cell('last interaction date'),
  })),
});
