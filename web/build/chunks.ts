import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { FIRST_MODULES } from '../first-screen';

/** Path of the repository, with a slash at its end. Rolldown writes forward slashes on every system. */
export const ROOT = `${join(import.meta.dirname, '../..').replaceAll('\\', '/')}/`;

const VENDOR =
  /^node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)|@trpc|use-sync-external-store|clsx|get-nonce)\b(?!-)/;
/**
 * Packages besides `VENDOR` that every screen needs: the font, and from Mantine the core, the fields of
 * forms, and the hooks that the core and the fields use.
 */
const START_PACKAGES =
  /^node_modules\/(@fontsource-variable|@mantine\/(hooks\/esm\/(use-(callback-ref|color-scheme|did-update|id|media-query|merged-ref|mounted|reduced-motion|uncontrolled)|utils)|core\/esm\/(core|components\/(Input|InputBase|TextInput|CloseButton|ScrollArea\/utils))))\//;
const ICONS = 'node_modules/@tabler/icons-react/dist/esm/icons';

const START = ['web/main.tsx'];
const LOGIN = FIRST_MODULES['/login']!;
const SIGNED_OUT = [...LOGIN, ...FIRST_MODULES['/join']!];
const HOME = FIRST_MODULES['/']!;
const LISTS = ['web/messages/AllTextsPage.tsx', 'web/messages/BoardPage.tsx'];

/**
 * Groups of modules that become shared chunks: `vendor` and `start` for every screen, `signed-out` for the
 * sign-in, `home` for the screens of signed-in people, and `list` for lists of messages. Code that is fetched
 * by `import()`, such as a dialog, is in no group unless a screen imports it too. A group also contains the
 * packages that its modules import, so the order of the groups matters. Without groups, Rolldown chooses many
 * small chunks. Few large ones are faster: each request costs time, and small files compress badly.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', test: (id) => isIn(id, VENDOR) || /^\0(vite|rolldown)\//.test(id) },
  group('start', (from) => from(START).union(from(SIGNED_OUT).intersection(from(HOME))), START_PACKAGES),
  group('home', (from) =>
    from(['web/shell/Layout.tsx'])
      .union(from(HOME).intersection(from(LISTS)))
      .union(iconsOf(from(HOME))),
  ),
  group('signed-out', (from) => from(LOGIN).difference(iconsOf(from(LOGIN)))),
  { name: 'icons', test: isIcon, minShareCount: 2 },
  group('list', (from) => from(LISTS)),
];

type ImportedFrom = (screens: readonly string[]) => Set<string>;

/**
 * Returns a group of our own modules. `choose` gets a function `from`: `from(screens)` returns all modules
 * that these screens import statically, directly or indirectly, without the screens themselves.
 */
function group(
  name: string,
  choose: (from: ImportedFrom) => Set<string>,
  packages?: RegExp,
): Rolldown.CodeSplittingGroup {
  let chosen: Set<string> | undefined;
  return {
    debugName: name,
    name(id, context) {
      chosen ??= choose((screens) => importedFrom(screens, context));
      return chosen.has(id) || (packages && isIn(id, packages)) ? name : null;
    },
  };
}

function importedFrom(screens: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const collect = (id: string) => {
    const { code, importedIds = [] } = context.getModuleInfo(id) ?? {};
    // finds icons by name, because each module imports them from the one module that exports all icons
    for (const [name] of code?.matchAll(/\bIcon[A-Z]\w+/g) ?? []) found.add(`${ROOT}${ICONS}/${name}.mjs`);
    for (const next of importedIds)
      if (isIn(next, /^(web|src)\//) && !found.has(next)) {
        found.add(next);
        collect(next);
      }
  };
  for (const screen of screens) collect(ROOT + screen);
  return found;
}

const iconsOf = (modules: Set<string>) => new Set([...modules].filter(isIcon));

function isIcon(id: string) {
  return id.startsWith(ROOT + ICONS);
}

const isIn = (id: string, pattern: RegExp) => id.startsWith(ROOT) && pattern.test(id.slice(ROOT.length));
