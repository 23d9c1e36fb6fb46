import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { keepKeys, useShortcut } from '../product/keyboard';
import { useQueryText } from '../search/query-text';
import { usePreload } from '../ui/lazy-dialog';
import { CommandBarHint } from './command/CommandBarHint';
import classes from './SearchBox.module.css';

const loadForm = () => import('./SearchForm').then(({ SearchForm }) => ({ default: SearchForm }));
const SearchForm = lazy(loadForm);
const preload = () => void loadForm().catch(() => {});

export function SearchBox({ onNavigate }: { onNavigate?: () => void }) {
  const { text } = useQueryText();
  const [opened, setOpened] = useState(false);
  usePreload(preload);
  const open = () => {
    keepKeys();
    setOpened(true);
  };
  useShortcut('/', open);
  const closed = (
    <div className={classes.closed}>
      <button type="button" className={classes.opener} onClick={open}>
        <IconSearch aria-hidden />
        <span>Search</span>
      </button>
      <CommandBarHint />
    </div>
  );
  if (!opened && text === '') return closed;
  return (
    <Suspense fallback={closed}>
      <SearchForm opened={opened} onOpen={setOpened} onNavigate={onNavigate} />
    </Suspense>
  );
}
