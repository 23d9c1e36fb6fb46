const PAGE = 'tagline:next';

/** The page that a person wanted, while the browser is at the identity provider. */
export function keepPage(page: string | undefined) {
  if (page === undefined) sessionStorage.removeItem(PAGE);
  else sessionStorage.setItem(PAGE, page);
}

export const keptPage = (): string | undefined => sessionStorage.getItem(PAGE) ?? undefined;
