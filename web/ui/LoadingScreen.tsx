import { LogoMark } from './Logo';

/** Has the class of the boot screen of index.html, so that nobody sees when it replaces that one. */
export function LoadingScreen() {
  return (
    <main className="boot">
      <LogoMark size={56} />
      <p role="status">Loading...</p>
    </main>
  );
}
