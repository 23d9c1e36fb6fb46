import { CloseButton, Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { isCommandKey } from '../../product/keyboard';
import { useCloseOnBack } from '../../ui/use-close-on-back';
import { useVisibleHeight } from '../../ui/use-visible-height';
import classes from './CommandBar.module.css';
import { CommandList } from './CommandList';
import type { Command } from './command';
import { useCommandGroups } from './use-command-groups';

type Props = { opened: boolean; onClose: () => void; openBoard: string | undefined; initial: string };

export function CommandBar({ opened, onClose, openBoard, initial }: Props) {
  const focusedBefore = useFocusedBefore(opened);
  const height = useVisibleHeight(opened);

  /**
   * The focus is returned first, so that a dialog that the command opens can later return the focus to the
   * same element.
   */
  function close(command?: Command) {
    onClose();
    focusedBefore?.focus({ preventScroll: true });
    command?.run();
  }
  useCloseOnBack(opened, () => close());
  return (
    <Modal.Root
      opened={opened}
      onClose={() => close()}
      returnFocus={false}
      yOffset={0}
      transitionProps={{ transition: 'fade', duration: 100 }}
      // returns the focus once more: if the bar is closed soon after it was opened, the focus trap can still
      // move the focus to the field
      onExitTransitionEnd={() => {
        if (document.activeElement?.matches('body, [data-command-field]'))
          focusedBefore?.focus({ preventScroll: true });
      }}
      classNames={{ inner: classes.inner, content: classes.content }}
    >
      <Modal.Overlay backgroundOpacity={0.4} blur={2} />
      <Modal.Content
        inert={!opened} // the next keys are not for a field that fades out
        aria-label="Command bar"
        style={{ '--visible-height': height }}
      >
        <Search onClose={close} openBoard={openBoard} initial={initial} />
      </Modal.Content>
    </Modal.Root>
  );
}

function useFocusedBefore(opened: boolean) {
  const [before, setBefore] = useState<HTMLElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    // reads the focus while rendering, because the effects of the field run first and move the focus
    if (opened) setBefore(document.activeElement as HTMLElement | null);
  }
  return before;
}

type SearchProps = { onClose: (command?: Command) => void } & Pick<Props, 'openBoard' | 'initial'>;

function Search({ onClose, openBoard, initial }: SearchProps) {
  const [typed, setTyped] = useState(initial);
  const [chosen, setChosen] = useState<string>();
  const listId = useId();
  const groups = useCommandGroups(typed, openBoard);
  const commands = groups.flatMap((group) => group.commands);
  const at = Math.max(
    commands.findIndex(({ id }) => id === chosen),
    0,
  );
  const active = commands[at];
  const optionId = (id: string) => `${listId}-${id}`;
  const input = useRef<HTMLInputElement>(null);
  // focuses the field at once, because the focus trap does so only later, and the first keys would be lost
  useLayoutEffect(() => input.current?.focus(), []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const next: Record<string, number> = {
      ArrowDown: (at + 1) % commands.length,
      ArrowUp: (at + commands.length - 1) % commands.length,
      Home: 0,
      End: commands.length - 1,
    };
    if (isCommandKey(event)) onClose();
    else if (event.key === 'Enter' && active) onClose(active);
    else if (next[event.key] !== undefined) setChosen(commands[next[event.key]!]?.id);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={20} aria-hidden />
        <input
          ref={input}
          data-autofocus
          data-command-field
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active && optionId(active.id)}
          aria-autocomplete="list"
          placeholder="Search or jump to…"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <CloseButton aria-label="Close the command bar" onClick={() => onClose()} />
      </div>
      <CommandList
        id={listId}
        groups={groups}
        active={active?.id}
        optionId={optionId}
        onHover={setChosen}
        onPick={onClose}
      />
    </>
  );
}
