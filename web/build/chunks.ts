import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { FIRST_MODULES } from '../first-screen';

export const ROOT = `${join(import.meta.dirname, '../..').replaceAll('\\', '/')}/`;

const MAIN = `${ROOT}web/main.tsx`;
const LOGIN = FIRST_MODULES['/login']!;
const SIGNED_OUT = [...LOGIN, ...FIRST_MODULES['/join']!];
const HOME = FIRST_MODULES['/']!;
const LISTS = ['web/messages/AllTextsPage.tsx', 'web/messages/BoardPage.tsx'];

// An earlier group takes a module first, together with what the module imports of packages. Without groups,
// the dashboard loads 97 files instead of 8, because each set of screens that share a module gets a chunk.
export const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|@trpc|@tanstack\/(react-query|react-router))\//,
  },
  { name: 'start', tags: ['$initial'], test: (id) => id !== MAIN && !id.endsWith('.html') },
  group('shared', (from) => from(SIGNED_OUT).intersection(from(HOME))),
  group('home', (from) => from(HOME)),
  group('signed-out', (from) => from(LOGIN)),
  { name: 'icons', test: /node_modules\/@tabler\/icons-react\//, minShareCount: 2 },
  group('list', (from) => from(LISTS)),
];

type ImportedFrom = (screens: readonly string[]) => Set<string>;

/** `from(screens)` returns all our modules that these screens import statically, without the screens. */
function group(name: string, choose: (from: ImportedFrom) => Set<string>): Rolldown.CodeSplittingGroup {
  let chosen: Set<string> | undefined;
  return {
    debugName: name,
    name(id, context) {
      chosen ??= choose((screens) => importedFrom(screens, context));
      return chosen.has(id) ? name : null;
    },
  };
}

function importedFrom(screens: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const collect = (id: string) => {
    for (const next of context.getModuleInfo(id)?.importedIds ?? [])
      if (/^(web|src)\//.test(next.replace(ROOT, '')) && !found.has(next)) {
        found.add(next);
        collect(next);
      }
  };
  for (const screen of screens) collect(ROOT + screen);
  return found;
}
