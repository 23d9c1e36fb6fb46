const TITLES: Record<string, string> = {
  '/all-texts': 'All Texts',
  '/search': 'Search',
  '/admin': 'Admin',
  '/profile': 'Profile',
  '/reminders': 'Reminders',
  '/notifications': 'Notifications',
};

export function headerTitle(pathname: string, params: { tag?: string; boardName?: string }) {
  const board = params.tag ?? params.boardName;
  if (board === undefined) return pathname.startsWith('/thread/') ? 'Thread' : TITLES[pathname];
  return `#${board}`;
}
