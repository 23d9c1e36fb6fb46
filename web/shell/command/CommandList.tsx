import { useEffect, useRef } from 'react';
import { keyLabels } from '../../product/keyboard';
import classes from './CommandBar.module.css';
import type { Command, CommandGroup } from './command';

type Props = {
  id: string;
  groups: CommandGroup[];
  active: string | undefined;
  optionId: (id: string) => string;
  onHover: (id: string) => void;
  onPick: (command: Command) => void;
};

export function CommandList({ id, groups, active, optionId, onHover, onPick }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active !== undefined)
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Commands" className={classes.list}>
      {groups.map(({ title, commands }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox
        <div key={title} role="group" aria-labelledby={optionId(title)}>
          <div id={optionId(title)} className={classes.title} role="presentation">
            {title}
          </div>
          {commands.map((command) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={command.id}
              id={optionId(command.id)}
              role="option"
              aria-selected={command.id === active}
              tabIndex={-1}
              className={classes.row}
              data-lines={title === 'Messages' ? 2 : 1}
              // a row becomes active only when the pointer moves, because the pointer may rest where the list
              // appears
              onMouseMove={() => onHover(command.id)}
              // keeps the focus in the field
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(command)}
            >
              <span className={classes.icon} aria-hidden>
                {command.icon}
              </span>
              <span className={classes.label} data-clip dir="auto">
                {command.label}
              </span>
              {command.detail && (
                <span className={classes.detail} data-clip>
                  {command.detail}
                </span>
              )}
              {command.keys && (
                <span className={classes.keys} aria-hidden>
                  {keyLabels(command.keys).map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
