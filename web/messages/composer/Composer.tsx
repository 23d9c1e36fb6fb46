import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconAlarm, IconArrowUp, IconHash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CONTENT_MAX } from '../../../src/contract/limits';
import { ReminderFields } from '../../notices/reminders/ReminderFields';
import { submitOnCtrlEnter } from '../../ui/DialogForm';
import { AttachmentList, AttachmentPicker } from './Attachments';
import { ChangedBoards } from './ChangedBoards';
import classes from './Composer.module.css';
import { DestinationHint } from './DestinationHint';
import { MessageField } from './MessageField';
import { TagsInput } from './TagsInput';
import { useDroppedFiles } from './use-dropped-files';
import { useNewMessage } from './use-new-message';

export type ComposerProps = { board?: string; label: string; focused: boolean; photos: File[] };

const ROWS_MAX = 8;

/** `photos` were pasted, and the field had the focus, before this code was loaded. */
export function Composer({ board, label, focused, photos }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null);
  const [panel, setPanel] = useState<'boards' | 'clock'>();
  const [sent, setSent] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const { content, files, inputProps, reminder, setReminder, destination, ...message } = useNewMessage({
    board,
    photos,
    onAdded: () => setSent((count) => count + 1),
    onSent() {
      setPanel(undefined);
      scrollTo({ top: 0 });
      field.current?.focus({ preventScroll: true });
    },
  });
  const isDraggedOver = useDroppedFiles((dropped) => {
    files.add(dropped);
    field.current?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    if (!focused || !field.current) return;
    field.current.focus({ preventScroll: true });
    field.current.setSelectionRange(CONTENT_MAX, CONTENT_MAX); // goes on at the end
  }, [focused]);
  useHeight(form);
  const isFilled = !message.blank || panel !== undefined;

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // on a phone, Enter begins a new line, because its keyboard has no other key for that
    const isSend = event.key === 'Enter' && !event.shiftKey && matchMedia('(pointer: fine)').matches;
    if (!isSend || event.nativeEvent.isComposing) return submitOnCtrlEnter(event);
    event.preventDefault();
    form.current?.requestSubmit();
  }
  const opener = (which: 'boards' | 'clock', name: string, isUsed: boolean) => ({
    variant: isUsed ? 'light' : 'default',
    size: 'lg',
    'aria-label': name,
    title: name,
    'aria-expanded': panel === which,
    onClick: () => setPanel(panel === which ? undefined : which),
  });

  return (
    <form
      ref={form}
      className={classes.bar}
      data-composer
      data-filled={isFilled || undefined}
      data-over={isDraggedOver || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!message.cannotSave) destination.trySubmit();
      }}
      // the field keeps the focus, and so a phone its keyboard: without it the tabs come back, and the form
      // would move away under the finger
      onMouseDown={(event) => (event.target as Element).closest('button') && event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        if (panel) setPanel(undefined);
        else (document.activeElement as HTMLElement).blur();
      }}
    >
      <div className={classes.box}>
        {panel && (
          <div className={classes.panel}>
            {panel === 'boards' ? (
              <TagsInput {...inputProps} disabled={false} destination={destination} />
            ) : (
              <ReminderFields value={reminder} onChange={setReminder} disabled={false} />
            )}
          </div>
        )}
        {!message.blank && (
          <div className={classes.panel}>
            <ChangedBoards {...destination.noticeProps} />
          </div>
        )}
        <AttachmentList {...files} disabled={false} />
        <div className={classes.row}>
          <div className={classes.field}>
            <MessageField
              label={undefined}
              aria-label={label}
              ref={field}
              data-message-field
              variant="unstyled"
              placeholder={`${label}…`}
              rows={Math.min(ROWS_MAX, content.split('\n').length)}
              dir="auto"
              value={content}
              onChange={message.write}
              onKeyDown={onKeyDown}
            />
          </div>
          <div className={classes.tools}>
            <AttachmentPicker {...files} disabled={false} small />
            <ActionIcon {...opener('clock', 'Remind me', reminder !== null)}>
              <IconAlarm size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon {...opener('boards', 'Boards', inputProps.chosen.length > 0)}>
              <IconHash size={18} aria-hidden />
            </ActionIcon>
            {isFilled && (
              <small className={classes.hint}>
                <DestinationHint tags={destination.all} boards={destination.boards} />
              </small>
            )}
          </div>
          <ActionIcon
            type="submit"
            size={40}
            radius="xl"
            aria-label="Send"
            title="Send"
            disabled={message.cannotSave}
          >
            <IconArrowUp size={20} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <VisuallyHidden role="status">
        {sent > 0 && !message.isPending && `Message ${sent} added`}
      </VisuallyHidden>
    </form>
  );
}

/** Tells the style sheets what is above it, such as toasts. */
function useHeight(form: React.RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--composer', `${entry!.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    observer.observe(form.current!);
    return () => {
      observer.disconnect();
      style.removeProperty('--composer');
    };
  }, [form]);
}
