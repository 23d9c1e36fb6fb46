import { useState } from 'react';
import { hashtagsIn } from '../../../src/contract/hashtags';
import { DEFAULT_TAG } from '../../../src/contract/limits';
import { ReminderFields } from '../../notices/reminders/ReminderFields';
import type { Reminder } from '../../notices/reminders/times';
import { isKeptAnswer, toastKept } from '../../product/offline/offline';
import { asAdded } from '../../product/pending/expected-messages';
import { cache, errorMessage, httpStatusOf } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { toast, toastError } from '../../ui/toast';
import { Attachments } from './Attachments';
import { ChangedBoards } from './ChangedBoards';
import { MessageField, tooLong } from './MessageField';
import { TagsInput, useTagsInput } from './TagsInput';
import { useAddMessage } from './use-add-message';
import { useAttachments } from './use-attachments';
import { useDestination } from './use-destination';
import { useMessageDraft } from './use-message-draft';

/** `text` and `photos` are there from the start. The draft of `text` is separate from that of the board. */
type Props = { board?: string; text?: string; photos?: File[] };

export function AddMessageDialog({ opened, onClose, ...props }: DialogState & Props) {
  const { name } = useProduct();
  return (
    <Dialog opened={opened} onClose={onClose} title={`Add to ${name}`}>
      <MessageForm {...props} onDone={onClose} />
    </Dialog>
  );
}

/** Returns the chosen tags, or else the board, or else "uncategorized" if the content has no hashtags. */
export function tagsToSave(content: string, chosen: string[], board: string | undefined): string[] {
  if (chosen.length > 0) return chosen;
  if (board !== undefined) return [board];
  return hashtagsIn(content).length > 0 ? [] : [DEFAULT_TAG];
}

function MessageForm({ board, text, photos, onDone }: Props & { onDone: () => void }) {
  const draft = text ? `with ${text}` : (board ?? '');
  const { content, setContent, idempotencyKey, clear } = useMessageDraft(draft, text);
  const { tags, replace, inputProps } = useTagsInput([]);
  const [reminder, setReminder] = useState<Reminder | null>(null);
  const [leftOut, setLeftOut] = useState<string>();
  const files = useAttachments(photos);
  const add = useAddMessage(asAdded, {
    onSuccess(answer) {
      clear();
      if (isKeptAnswer(answer)) toastKept();
      else toast({ title: 'Message added' });
      scrollTo({ top: 0 });
      onDone();
    },
    onError(error) {
      // 409: a tag now stands for another board. Once the boards are fetched again, the form shows the change
      // and asks what to do
      if (httpStatusOf(error) === 409) void cache.boards.invalidate();
      else toastError(errorMessage(error, 'Failed to add message'));
    },
  });
  const busy = add.isPending;
  const blank = content.trim() === '' && files.attachments.length === 0;
  const cannotSave = tooLong(content) || files.uploading;
  const tagsOnSave = tagsToSave(content, tags, board === leftOut ? undefined : board);
  const destination = useDestination({
    tags: tagsOnSave,
    content,
    setContent,
    draft,
    replaceTag(tag, by) {
      replace(tag, by);
      if (tag === board) setLeftOut(board);
    },
    submit,
    busy,
  });

  function submit() {
    if (cannotSave) return;
    if (blank) return toastError('Please enter a message.', 'Message required');
    add.mutate({
      content: content.trim(),
      tags: tagsOnSave,
      expects: destination.expects,
      files: files.attachments,
      idempotencyKey: idempotencyKey(),
      source: 'ui',
      ...(reminder?.at && { remindAt: reminder.at, remindRule: reminder.rule }),
    });
  }

  return (
    <DialogForm
      submitLabel="Add Message"
      busyLabel="Adding..."
      busy={busy}
      disabled={blank || Boolean(cannotSave)}
      onSubmit={destination.trySubmit}
      onFiles={busy ? undefined : files.add}
    >
      <MessageField
        placeholder="A thought, a link, a list… #hashtags work here too"
        rows={4}
        resize="vertical"
        disabled={busy}
        value={content}
        onChange={(next) => {
          setContent(next);
          destination.cancelSubmit();
        }}
      />
      <Attachments {...files} disabled={busy} />
      <TagsInput {...inputProps} disabled={busy} destination={destination} />
      <ReminderFields value={reminder} onChange={setReminder} disabled={busy} />
      <ChangedBoards {...destination.noticeProps} />
    </DialogForm>
  );
}
