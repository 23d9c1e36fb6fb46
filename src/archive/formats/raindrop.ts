import { hasColumns, linkRowReader, partFormat } from './parts';
import { MARKS } from './saved-link';

// Older exports have no `id` and no `favorite`, and have `description` instead of `note` and `excerpt`.

const NO_FOLDER = 'Unsorted';

export const raindrop = partFormat({
  name: 'Raindrop.io',
  takes: 'CSV',
  isPart: hasColumns('title', 'url', 'folder', 'tags', 'created', 'cover'),
  read: linkRowReader((cell) => {
    const folder = cell('folder').split('/').at(-1)?.trim() ?? '';
    return {
      url: cell('url'),
      title: cell('title'),
      description: cell('excerpt') || cell('description'),
      notes: cell('note'),
      highlights: cell('highlights').split(/\n{2,}/),
      tags: [...cell('tags').split(','), folder === NO_FOLDER ? '' : folder],
      marks: [cell('favorite') === 'true' && MARKS.favorite],
      time: cell('created'),
    };
  }),
});
