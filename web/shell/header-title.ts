/** Titles of pages in the header of small screens. */
const TITLES: Record<string, string> = {
  '/all-texts': 'All Texts',
  '/search': 'Search',
  '/admin': 'Admin',
  '/profile': 'Profile',
  '/notifications': 'Notifications',
};

/** Returns the title in the header of small screens: #board, or the name of the page. Undefined means the logo. */
export function headerTitle(pathname: string, params: { tag?: string; boardName?: string }) {
  const board = params.tag ?? params.boardName;
  return board === undefined ? TITLES[pathname] : `#${board}`;
}
