import { IconMapSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../ui/use-page-title';
import classes from './NotFoundPage.module.css';

export function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  return (
    <div className={classes.page}>
      <div className={classes.icon}>
        <IconMapSearch size={30} stroke={1.75} aria-hidden />
      </div>
      <h1>404 Page Not Found</h1>
      <p>Did you forget to add the page to the router?</p>
      <Link to="/">Back to your boards</Link>
    </div>
  );
}
