/** Titles of pages in the header of small screens, by path. */
const TITLES: Record<string, string> = {
  '/all-texts': 'All Texts',
  '/search': 'Search',
  '/admin': 'Admin',
  '/profile': 'Profile',
  '/reminders': 'Reminders',
  '/notifications': 'Notifications',
};

/**
 * Returns the title for the header of small screens: the board with a #, or the name of the page. Returns
 * undefined if the header must show the logo.
 */
export function headerTitle(pathname: string, params: { tag?: string; boardName?: string }) {
  const board = params.tag ?? params.boardName;
  if (board === undefined) return pathname.startsWith('/thread/') ? 'Thread' : TITLES[pathname];
  return `#${board}`;
}
