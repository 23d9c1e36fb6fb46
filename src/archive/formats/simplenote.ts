import { z } from 'zod';
import type { Bundle } from '../bundle';
import type { Entry } from './format';
import { readValues } from './json-items';
import { IN_TRASH } from './left-out';
import { fileFormat } from './parts';
import { MARKS, marksOf, timeOrNull } from './saved-link';

// Its zip has `source/notes.json`, and the same notes again as `.txt`, of which those in `trash` are deleted.

const words = z.string().nullish();
const simplenoteNote = z.object({
  id: words,
  content: z.string().nullish(),
  creationDate: words,
  lastModified: words,
  tags: z.array(z.string()).nullish(),
  pinned: z.boolean().nullish(),
});

const START = /^\s*\{\s*"activeNotes"\s*:\s*\[/;
const NONE_ACTIVE = /^\s*\{\s*"activeNotes"\s*:\s*\[\s*\]/;

export const simplenote = fileFormat({
  name: 'Simplenote',
  takes: 'zip, or its notes.json',
  ending: /\.json$/i,
  isStart: (start) => START.test(start),
  read: readNotes,
});

async function* readNotes(bundle: Bundle, path: string): AsyncGenerator<Entry> {
  let lists = NONE_ACTIVE.test(await bundle.start(path)) ? 1 : 0;
  try {
    for await (const { key, value } of readValues(bundle, path, ['$.activeNotes.*', '$.trashedNotes.*'])) {
      // the second list, that of the trash, begins to count at 0 again
      if (key === 0) lists += 1;
      const { data: note } = simplenoteNote.safeParse(value);
      if (!note) yield { unreadable: `note ${Number(key) + 1}`, reason: 'it is not like the others' };
      else if (lists > 1) yield IN_TRASH;
      else
        yield {
          note: {
            ...(note.id && { key: note.id }),
            text: (note.content ?? '').replaceAll('\r\n', '\n').trim(),
            createdAt: timeOrNull(note.creationDate ?? note.lastModified ?? ''),
            tags: [...(note.tags ?? []), ...marksOf(note.pinned && MARKS.favorite)],
          },
        };
    }
  } catch (error) {
    yield { unreadable: `the rest of ${path}`, reason: (error as Error).message };
  }
}
