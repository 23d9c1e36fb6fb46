import type { KeyboardEvent } from 'react';
import { LIST_FILTERS, type ListFilter } from '../../../src/contract/list-filters';
import { Link, useSearchParams } from '../../ui/router';
import classes from './BoardTabs.module.css';

const LABELS: Record<ListFilter, string> = {
  photos: 'Photos',
  links: 'Links',
  files: 'Files',
  open: 'Open',
};

export function useTab(): ListFilter | undefined {
  const { only } = useSearchParams() as { only?: string };
  return LIST_FILTERS.find((filter) => filter === only);
}

/** They are links, so that Back and a reload keep the part of the board. */
export function BoardTabs() {
  const tab = useTab();
  return (
    // one stop for Tab, so that few lead to the first card; the arrow keys go on from it
    <nav aria-label="Parts of the board" className={classes.tabs} onKeyDown={moveByArrows}>
      {[undefined, ...LIST_FILTERS].map((only) => (
        <Link
          key={only ?? 'all'}
          to="."
          search={(only ? { only } : {}) as never}
          replace
          tabIndex={only === tab ? undefined : -1}
          activeOptions={{ exact: true }} // "All" is not part of the others
        >
          {only ? LABELS[only] : 'All'}
        </Link>
      ))}
    </nav>
  );
}

function moveByArrows({ key, currentTarget, target }: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const links = [...currentTarget.querySelectorAll('a')];
  if (step) links[links.indexOf(target as HTMLAnchorElement) + step]?.focus();
}
