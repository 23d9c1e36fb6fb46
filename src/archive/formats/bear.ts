import { posix } from 'node:path';
import { z } from 'zod';
import { NOTE_CHARACTERS_MAX } from '../notes';
import type { Entry, Format } from './format';
import { encrypted, IN_TRASH } from './left-out';
import { filesOf, openVault, tagsIn, unusedFiles, type Vault } from './markdown-note';
import { visiblePaths } from './parts';
import { MARKS, marksOf, timeOrNull } from './saved-link';

// A TextBundle is a folder with `info.json`, `text.md` and `assets`. A backup of Bear has one for each note,
// with the state of the note in `info.json`. A TextPack is a zip of one.

const flag = z.union([z.number(), z.boolean()]).nullish();
const time = z.string().nullish();

const info = z.object({
  type: z.string().nullish(),
  creatorIdentifier: z.string().nullish(),
  'net.shinyfrog.bear': z
    .object({
      uniqueIdentifier: z.string().nullish(),
      creationDate: time,
      modificationDate: time,
      trashed: flag,
      archived: flag,
      pinned: flag,
      encrypted: flag,
    })
    .nullish(),
});

const INFO = /(^|\/)info\.json$/;
const TEXT = /(^|\/)text\.(md|markdown|txt|fountain|html?)$/i;
const OF_BACKUP = /(^|\/)(tags|backup)\.json$/;
/** Bear writes how large it shows a picture behind it. */
const SIZE = /<!-- ?\{[^{}<>\n]*\} ?-->/g;
/** A tag of several words, which Bear ends with a second `#`. */
const WORDS = /(?<=^|[\s(])#([\p{L}\p{N}][^\s#]*(?: [^\s#]+)+)#/gmu;

const isTextBundle = async ({
  paths,
  start,
  kind,
}: Parameters<Format['recognises']>[0]): Promise<boolean> => {
  const path = kind === 'file' ? undefined : paths.find((path) => INFO.test(path));
  return (
    path !== undefined &&
    /"net\.(shinyfrog\.bear|daringfireball\.(markdown|plain-text))"/.test(await start(path))
  );
};

export const bear: Format = {
  name: 'Bear',
  takes: '.bear2bk, or TextBundles of any program',
  recognises: isTextBundle,
  async *entries(bundle) {
    const vault = openVault(bundle);
    const paths = visiblePaths(bundle);
    const texts = new Map(paths.filter((path) => TEXT.test(path)).map((path) => [posix.dirname(path), path]));
    for (const path of paths.filter((path) => INFO.test(path))) {
      vault.shown.add(path);
      yield* await readNote(vault, path, texts.get(posix.dirname(path)));
    }
    for (const path of paths) if (OF_BACKUP.test(path)) vault.shown.add(path);
    yield* unusedFiles(vault);
  },
};

async function readNote(vault: Vault, path: string, textPath: string | undefined): Promise<Entry[]> {
  const { bundle } = vault;
  const folder = posix.basename(posix.dirname(path));
  const name = folder === '.' ? bundle.name : folder.replace(/\.textbundle$/i, '');
  if (!textPath) return [{ unreadable: path, reason: 'its text is missing' }];
  try {
    vault.shown.add(textPath);
    const { 'net.shinyfrog.bear': state } = info.parse(
      JSON.parse(await bundle.text(path, NOTE_CHARACTERS_MAX)),
    );
    const written = (await bundle.text(textPath, NOTE_CHARACTERS_MAX)).replaceAll('\r\n', '\n');
    const { text, files } = filesOf(vault, textPath, written.replace(SIZE, ''));
    if (state?.encrypted) return [encrypted(name)];
    if (state?.trashed) return [IN_TRASH];
    const content = text.trim();
    return [
      {
        note: {
          key: state?.uniqueIdentifier ?? JSON.stringify([name, content]),
          text: content,
          createdAt:
            timeOrNull(state?.creationDate ?? state?.modificationDate ?? '') ?? bundle.modified(textPath),
          tags: [
            ...[...text.matchAll(WORDS)].map(([, words = '']) => words),
            ...tagsIn(text.replace(WORDS, '')),
            ...marksOf(!!state?.pinned && MARKS.favorite, !!state?.archived && MARKS.archived),
          ],
          hashtags: false,
          files,
        },
      },
    ];
  } catch (error) {
    const isOther = error instanceof SyntaxError || error instanceof z.ZodError;
    return [{ unreadable: path, reason: isOther ? 'it is not of a TextBundle' : (error as Error).message }];
  }
}
