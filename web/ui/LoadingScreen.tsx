import classes from './LoadingScreen.module.css';
import { LogoMark } from './Logo';

/** Looks exactly like the boot screen of index.html, so that nobody sees when it replaces the boot screen. */
export function LoadingScreen() {
  return (
    <main className={classes.screen}>
      <LogoMark size={56} />
      <p role="status">Loading...</p>
    </main>
  );
}
