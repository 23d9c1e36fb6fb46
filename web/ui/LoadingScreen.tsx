import classes from './LoadingScreen.module.css';
import { LogoMark } from './Logo';

/** The same picture as the boot screen of index.html, so that the change between them does not show. */
export function LoadingScreen() {
  return (
    <main className={classes.screen}>
      <LogoMark size={56} />
      <p role="status">Loading...</p>
    </main>
  );
}
