import { Switch } from '@mantine/core';
import { keyLabels, OFF_KEY, SHORTCUTS } from '../product/keyboard';
import { Dialog } from '../ui/Dialog';
import { useStoredChoice } from '../ui/use-stored-choice';
import classes from './ShortcutsDialog.module.css';

export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [off, setOff] = useStoredChoice(OFF_KEY, ['', '1']);
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <dl className={classes.list}>
        {[
          ...SHORTCUTS,
          ['Ctrl enter', 'Save while writing'] as const,
          ['F8', 'Go to the notification'] as const,
        ].map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keyLabels(keys).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Shortcuts of single letters"
        checked={!off}
        onChange={(event) => setOff(event.currentTarget.checked ? '' : '1')}
      />
    </Dialog>
  );
}
