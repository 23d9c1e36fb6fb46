import { keyLabels } from '../../product/keyboard';
import classes from './CommandBarHint.module.css';
import { useOpenCommandBar } from './command';

/** Small button that opens the command bar and shows its keys. */
export function CommandBarHint() {
  const open = useOpenCommandBar();
  return (
    <button type="button" className={classes.hint} aria-label="Open the command bar" onClick={open}>
      <kbd aria-hidden>{keyLabels('Ctrl k').join(' ')}</kbd>
    </button>
  );
}
