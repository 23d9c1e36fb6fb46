import { keyLabels } from '../../product/keyboard';
import classes from './CommandBarHint.module.css';
import { useOpenCommandBar } from './command';

/** Small button that opens the command bar and shows its keys. */
export function CommandBarHint() {
  const open = useOpenCommandBar();
  const keys = keyLabels('Ctrl k').join(' ');
  return (
    <button
      type="button"
      className={classes.hint}
      aria-label={`Open the command bar, ${keys}`}
      onClick={open}
    >
      <kbd>{keys}</kbd>
    </button>
  );
}
