import { keyLabels } from '../../product/keyboard';
import classes from './CommandBarHint.module.css';
import { useOpenCommandBar } from './command';

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
