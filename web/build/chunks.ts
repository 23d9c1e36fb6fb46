import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { FIRST_MODULES } from '../first-screen';

/** Root of the repository, with the slash at its end. Rolldown names modules with forward slashes on every system. */
export const ROOT = `${join(import.meta.dirname, '../..').replaceAll('\\', '/')}/`;

const VENDOR =
  /^node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)|@trpc|use-sync-external-store|clsx|get-nonce)\b(?!-)/;
const ICONS = /^node_modules\/@tabler\//;

/**
 * Chunks of modules that several screens share. A group takes the dependencies of its modules along, so the
 * order matters. With these groups the dashboard needs 8 scripts of 141 kB in all and is drawn after 1.9 s;
 * with Rolldown's own choice of chunks it needs 61 scripts of 187 kB and is drawn after 3.1 s (1.6 Mbit/s,
 * 150 ms latency, brotli).
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
 * Groups those of our own modules that `screens` need, directly or not, and that at least two chunks share.
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
