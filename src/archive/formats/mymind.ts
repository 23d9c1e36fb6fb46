import { posix } from 'node:path';
import { toBundleFile } from '../bundle';
import type { Format } from './format';
import { anyPart, hasColumns, linkRowReader, visiblePaths } from './parts';

// `cards.csv`, and beside it the pictures, each named by the id of its card.

const isTable = hasColumns('id', 'type', 'title', 'url', 'content', 'note', 'tags', 'created');

const withoutEnding = (path: string) => posix.basename(path).replace(/\.\w+$/, '');

export const mymind: Format = {
  name: 'mymind',
  takes: 'zip, or its CSV',
  recognises: anyPart(isTable),
  async *entries(bundle, reader) {
    const files = new Map(visiblePaths(bundle).map((path) => [withoutEnding(path), path]));
    const used = new Set<string>();
    const read = linkRowReader((cell) => {
      cell('type'); // says only whether it is a note, a page or a picture
      const file = files.get(cell('id')) ?? '';
      used.add(file);
      return {
        url: cell('url'),
        title: cell('title'),
        description: cell('content'),
        notes: cell('note'),
        tags: cell('tags').split(','),
        time: cell('created'),
        ...(file && { files: [toBundleFile(bundle, file)] }),
      };
    });
    for (const path of visiblePaths(bundle))
      if (await isTable(bundle, path)) {
        used.add(path);
        yield* read(bundle, path, reader);
      }
    for (const path of visiblePaths(bundle))
      if (!used.has(path)) yield { unreadable: path, reason: 'no card has it' };
  },
};
