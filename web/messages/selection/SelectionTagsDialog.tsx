import { countOf } from '../../../src/contract/counts';
import type { Message } from '../../../src/contract/messages';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { ChangedBoards } from '../composer/ChangedBoards';
import { TagsInput, useTagsInput } from '../composer/TagsInput';
import { useDestination } from '../composer/use-destination';
import { useChangeAll } from './use-change-all';

type Props = { act: 'move' | 'tag'; messages: readonly Message[]; board?: string };

export const SelectionTagsDialog = ({ opened, onClose, ...props }: DialogState & Props) => (
  <Dialog
    opened={opened}
    onClose={onClose}
    title={`${props.act === 'move' ? 'Move' : 'Tag'} ${countOf(props.messages.length, 'message')}`}
  >
    <TagsForm {...props} />
  </Dialog>
);

function TagsForm({ act, messages, board }: Props) {
  const { retagAll, busy } = useChangeAll();
  const { tags: added, replace, inputProps } = useTagsInput([]);
  const destination = useDestination({ tags: added, replaceTag: replace, submit, busy });
  /** To move means to leave the open board, among all texts every board. */
  const kept = ({ tags }: Message) =>
    act === 'tag' ? tags : tags.filter((tag) => board !== undefined && tag !== board);

  function submit() {
    if (added.length === 0) return;
    const tagsOf = (message: Message) => [...new Set([...kept(message), ...added])];
    void retagAll(messages, tagsOf, { expects: destination.expects, moved: act === 'move' });
  }

  return (
    <DialogForm
      submitLabel={act === 'move' ? 'Move' : 'Add Tags'}
      busyLabel={act === 'move' ? 'Moving...' : 'Updating...'}
      busy={busy}
      disabled={added.length === 0}
      onSubmit={destination.trySubmit}
    >
      <TagsInput
        {...inputProps}
        disabled={busy}
        destination={destination}
        sentence={
          act === 'tag'
            ? 'The messages stay where they are as well.'
            : board === undefined
              ? 'The messages leave the boards they are on.'
              : `The messages leave #${board}.`
        }
        autoFocus
      />
      <ChangedBoards {...destination.noticeProps} />
    </DialogForm>
  );
}
