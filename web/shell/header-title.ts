/** Spec 2: the pages that the mobile header calls by a name. */
const TITLES: Record<string, string> = {
  '/all-texts': 'All Texts',
  '/search': 'Search',
  '/admin': 'Admin',
  '/profile': 'Profile',
  '/notifications': 'Notifications',
};

/** What the mobile header shows: the board with a #, else the page's name; undefined means the logo (spec 2). */
export function headerTitle(pathname: string, params: { tag?: string; boardName?: string }) {
  const board = params.tag ?? params.boardName;
  return board === undefined ? TITLES[pathname] : `#${board}`;
}
