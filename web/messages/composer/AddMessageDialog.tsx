import { Textarea } from '@mantine/core';
import { hashtagsIn } from '../../../src/contract/hashtags';
import { CONTENT_MAX, DEFAULT_TAG } from '../../../src/contract/limits';
import { length } from '../../../src/contract/text';
import { useDraft } from '../../product/drafts';
import { errorMessage, trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { Dialog } from '../../ui/Dialog';
import { DialogForm, submitOnCtrlEnter } from '../../ui/DialogForm';
import { toast, toastError } from '../../ui/toast';
import { Attachments } from './Attachments';
import { destination } from './destination-hint';
import { TagsInput, useTagsInput } from './TagsInput';
import { useAttachments } from './use-attachments';

type Props = { board?: string; opened: boolean; onClose: () => void };

/** "Add to" the product: a text and the boards it goes to (spec 2 and 4, Add message). */
export function AddMessageDialog({ board, opened, onClose }: Props) {
  const { name } = useProduct();
  const add = trpc.messages.add.useMutation({
    onError: (error) => toastError(errorMessage(error, 'Failed to add message')),
  });
  return (
    <Dialog opened={opened} onClose={onClose} busy={add.isPending} title={`Add to ${name}`}>
      <MessageForm
        board={board}
        busy={add.isPending}
        onCancel={onClose}
        onSubmit={(message, forget) =>
          add.mutate(
            { ...message, source: 'ui' },
            {
              onSuccess() {
                forget();
                toast({ title: 'Message added' });
                scrollTo({ top: 0 });
                onClose();
              },
            },
          )
        }
      />
    </Dialog>
  );
}

/** Spec 4: without chosen boards the current one is used, else 'uncategorized', unless the text names boards itself. */
export function boardsFor(content: string, chosen: string[], board: string | undefined): string[] {
  if (chosen.length > 0) return chosen;
  if (board !== undefined) return [board];
  return hashtagsIn(content).length > 0 ? [] : [DEFAULT_TAG];
}

type NewMessage = { content: string; tags: string[]; mediaIds: number[]; idempotencyKey: string };

type FormProps = {
  board?: string;
  busy: boolean;
  onCancel: () => void;
  onSubmit: (message: NewMessage, forget: () => void) => void;
};

function MessageForm({ board, busy, onCancel, onSubmit }: FormProps) {
  const [content, setContent] = useDraft(board ?? '');
  // kept with the draft: if the answer is lost, the next attempt adds no second message
  const [key, setKey] = useDraft(`${board ?? ''} key`);
  const { all, field } = useTagsInput([]);
  const { attachments, add, remove, underWay } = useAttachments();
  const blank = content.trim() === '' && attachments.length === 0;
  const tooLong = length(content) > CONTENT_MAX;
  const boards = boardsFor(content, all, board);

  return (
    <DialogForm
      submitLabel="Add Message"
      busyLabel="Adding..."
      busy={busy}
      disabled={blank || tooLong || underWay}
      onCancel={onCancel}
      onSubmit={() => {
        if (tooLong || underWay) return;
        if (blank) return toastError('Please enter a message.', 'Message required');
        const mediaIds = attachments.flatMap(({ id }) => id ?? []);
        const idempotencyKey = key || crypto.getRandomValues(new Uint32Array(4)).join('-');
        setKey(idempotencyKey);
        onSubmit({ content: content.trim(), tags: boards, mediaIds, idempotencyKey }, () => {
          setContent('');
          setKey('');
        });
      }}
      onFiles={busy ? undefined : add}
    >
      <Textarea
        label="Message"
        placeholder="A thought, a link, a list… #hashtags work here too"
        rows={4}
        resize="vertical"
        data-autofocus
        disabled={busy}
        error={tooLong && `A message can have at most ${CONTENT_MAX.toLocaleString('en-US')} characters.`}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={submitOnCtrlEnter}
      />
      <Attachments attachments={attachments} onAdd={add} onRemove={remove} disabled={busy} />
      <TagsInput {...field} disabled={busy} hint={destination(boards, content)} />
    </DialogForm>
  );
}
