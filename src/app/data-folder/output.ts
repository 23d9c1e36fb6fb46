import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { VisibleError } from '../errors';
import { isOwnName } from './data-folder';

export function requireOutputFile(dataDir: string, file: string): void {
  const path = join(realpathSync(dirname(resolve(file))), basename(file));
  const [name = ''] = relative(realpathSync(dataDir), path).split(sep);
  const found = statSync(file, { throwIfNoEntry: false });
  if (isOwnName(name))
    throw new VisibleError(
      'BAD_REQUEST',
      `${file} would be among the data itself. Name another file or folder.`,
    );
  if (found && !found.isFile())
    throw new VisibleError('BAD_REQUEST', `${file} is not a file. Name another one, or a folder.`);
}
