import type { Message } from '../../../src/contract/messages';
import { Dialog } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { TagChip } from '../card/TagChip';
import classes from './AddTagDialog.module.css';
import { ChangedBoards } from './ChangedBoards';
import { DestinationHint } from './DestinationHint';
import { TagsInput, useTagsInput } from './TagsInput';
import { useChangedBoards } from './use-changed-boards';
import { useDestination } from './use-destination';
import { useEditMessage } from './use-edit-message';

type Props = { message: Message; opened: boolean; onClose: () => void };

export function AddTagDialog({ message, opened, onClose }: Props) {
  const edit = useEditMessage(message, { done: onClose });
  return (
    <Dialog opened={opened} onClose={onClose} busy={edit.isPending} title="Add Tag">
      <TagsForm
        current={message.tags}
        busy={edit.isPending}
        onCancel={onClose}
        onSubmit={(added, expects) =>
          edit.mutate({ id: message.id, tags: [...message.tags, ...added], expects })
        }
      />
    </Dialog>
  );
}

type FormProps = {
  current: string[];
  busy: boolean;
  onCancel: () => void;
  onSubmit: (added: string[], expects: ReturnType<typeof useDestination>['expects']) => void;
};

function TagsForm({ current, busy, onCancel, onSubmit }: FormProps) {
  const { tags: added, replace, inputProps } = useTagsInput([], current);
  const { all, boards, expects, ...destination } = useDestination({ tags: added, content: '' });
  const submit = () => added.length > 0 && onSubmit(added, expects);
  const { trySubmit, noticeProps } = useChangedBoards({
    ...destination,
    content: '',
    setContent: () => {},
    replaceTag: replace,
    submit,
    busy,
  });
  return (
    <DialogForm
      submitLabel="Add Tag"
      busyLabel="Updating..."
      busy={busy}
      disabled={added.length === 0}
      onCancel={onCancel}
      onSubmit={trySubmit}
    >
      <div className={classes.current}>
        <span>{current.length === 1 ? 'Current tag:' : 'Current tags:'}</span>
        {current.map((tag) => (
          <TagChip key={tag} tag={tag} />
        ))}
      </div>
      <TagsInput
        {...inputProps}
        disabled={busy}
        hint={
          <DestinationHint tags={all} boards={boards} sentence="The message stays where it is as well." />
        }
        autoFocus
      />
      <ChangedBoards {...noticeProps} />
    </DialogForm>
  );
}
