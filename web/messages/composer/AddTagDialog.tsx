import { Group } from '@mantine/core';
import { withoutDefaultTag } from '../../../src/contract/hashtags';
import { DEFAULT_TAG } from '../../../src/contract/limits';
import type { Message } from '../../../src/contract/messages';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { TagChip } from '../card/TagChip';
import { ChangedBoards } from './ChangedBoards';
import { TagsInput, useTagsInput } from './TagsInput';
import { useDestination } from './use-destination';
import { useEditMessage } from './use-edit-message';

export const AddTagDialog = ({ message, ...dialog }: DialogState & { message: Message }) => (
  <Dialog {...dialog} title="Add Tag">
    <TagsForm message={message} onDone={dialog.onClose} />
  </Dialog>
);

function TagsForm({ message, onDone }: { message: Message; onDone: () => void }) {
  const { id, tags: current } = message;
  const edit = useEditMessage(message, { done: onDone });
  const busy = edit.isPending;
  const { tags: added, replace, inputProps } = useTagsInput([], current);
  const destination = useDestination({
    tags: added,
    replaceTag: replace,
    submit: () =>
      added.length > 0 &&
      edit.mutate({
        id,
        tags: withoutDefaultTag([...current, ...added], current),
        expects: destination.expects,
      }),
    busy,
  });
  return (
    <DialogForm
      submitLabel="Add Tag"
      busyLabel="Updating..."
      busy={busy}
      disabled={added.length === 0}
      onSubmit={destination.trySubmit}
    >
      {/* the rows are apart, because a chip reacts to touches in an area that is higher than the chip */}
      <Group gap="max(0.4rem, calc(var(--touch) / 2)) 0.4rem" mih="var(--touch)" fw={500}>
        <span>{current.length === 1 ? 'Current tag:' : 'Current tags:'}</span>
        {current.map((tag) => (
          <TagChip key={tag} tag={tag} />
        ))}
      </Group>
      <TagsInput
        {...inputProps}
        disabled={busy}
        destination={destination}
        sentence={current.includes(DEFAULT_TAG) ? undefined : 'The message stays where it is as well.'}
        autoFocus
      />
      <ChangedBoards {...destination.noticeProps} />
    </DialogForm>
  );
}
