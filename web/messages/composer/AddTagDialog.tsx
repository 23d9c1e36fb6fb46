import type { Message } from '../../../src/contract/messages';
import { Dialog } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { TagChip } from '../card/TagChip';
import classes from './AddTagDialog.module.css';
import { TagsInput, useTagsInput } from './TagsInput';
import { useEditMessage } from './use-edit-message';

type Props = { message: Message; opened: boolean; onClose: () => void };

/** Dialog in which the sender of a message adds tags to it. The message stays on its present boards. */
export function AddTagDialog({ message, opened, onClose }: Props) {
  const edit = useEditMessage(message, { done: onClose });
  return (
    <Dialog opened={opened} onClose={onClose} busy={edit.isPending} title="Add Tag">
      <TagsForm
        current={message.tags}
        busy={edit.isPending}
        onCancel={onClose}
        onSubmit={(added) => edit.mutate({ id: message.id, tags: [...message.tags, ...added] })}
      />
    </Dialog>
  );
}

type FormProps = {
  current: string[];
  busy: boolean;
  onCancel: () => void;
  onSubmit: (added: string[]) => void;
};

function TagsForm({ current, busy, onCancel, onSubmit }: FormProps) {
  const { tags: added, inputProps } = useTagsInput([], current);
  return (
    <DialogForm
      submitLabel="Add Tag"
      busyLabel="Updating..."
      busy={busy}
      disabled={added.length === 0}
      onCancel={onCancel}
      onSubmit={() => added.length > 0 && onSubmit(added)}
    >
      <div className={classes.current}>
        <span>{current.length === 1 ? 'Current tag:' : 'Current tags:'}</span>
        {current.map((tag) => (
          <TagChip key={tag} tag={tag} />
        ))}
      </div>
      <TagsInput {...inputProps} disabled={busy} hint="The message stays where it is as well." autoFocus />
    </DialogForm>
  );
}
