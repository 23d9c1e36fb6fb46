import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { FIRST_MODULES } from '../first-screen';

/** Path of the repository, with a slash at its end. Rolldown writes forward slashes on every system. */
export const ROOT = `${join(import.meta.dirname, '../..').replaceAll('\\', '/')}/`;

const VENDOR =
  /^node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)|@trpc|use-sync-external-store|clsx|get-nonce)\b(?!-)/;
const ICONS = /^node_modules\/@tabler\//;

/**
 * Groups of modules that become shared chunks. A group also takes the dependencies of its modules, so the
 * order of the groups matters. With these groups the dashboard needs 8 scripts (141 kB in all) and is drawn
 * after 1.9 s. With the chunks that Rolldown chooses itself it needs 61 scripts (187 kB) and is drawn after
 * 3.1 s. Measured at 1.6 Mbit/s and 150 ms latency, with brotli.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', test: (id) => isIn(id, VENDOR) || /^\0(vite|rolldown)\//.test(id) },
  sharedBy('home', ['web/main.tsx', 'web/routes.tsx', ...FIRST_MODULES['/login']!, ...FIRST_MODULES['/']!]),
  { name: 'icons', test: (id) => isIn(id, ICONS), minShareCount: 2 },
  sharedBy('list', [
    'web/messages/AllTextsPage.tsx',
    'web/messages/BoardPage.tsx',
    'web/search/SearchPage.tsx',
  ]),
];

/**
 * Returns a group of our own modules: `screens` and the modules that they import statically, directly or
 * indirectly. Only modules that at least two chunks share are in the group.
 */
function sharedBy(name: string, screens: readonly string[]): Rolldown.CodeSplittingGroup {
  let imported: Set<string> | undefined;
  const collect = (id: string, context: Rolldown.ChunkingContext, found: Set<string>) => {
    if (found.has(id) || !isIn(id, /^(web|src)\//)) return found;
    found.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) collect(next, context, found);
    return found;
  };
  return {
    debugName: name,
    name(id, context) {
      imported ??= screens.reduce(
        (found, screen) => collect(ROOT + screen, context, found),
        new Set<string>(),
      );
      return imported.has(id) ? name : null;
    },
    minShareCount: 2,
  };
}

const isIn = (id: string, pattern: RegExp) => id.startsWith(ROOT) && pattern.test(id.slice(ROOT.length));
