import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { hashtagsIn } from '../../../src/contract/hashtags';
import { CONTENT_MAX, DEFAULT_TAG, length } from '../../../src/contract/limits';
import { useTagCompletion } from '../../boards/completion/use-tag-completion';
import { ReminderFields } from '../../notices/reminders/ReminderFields';
import type { Reminder } from '../../notices/reminders/times';
import { useDraft } from '../../product/drafts';
import { isKeptAnswer, type NewFile, toastKept } from '../../product/offline/offline';
import { asAdded } from '../../product/pending/expected-messages';
import { cache, errorMessage, httpStatusOf } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { Dialog } from '../../ui/Dialog';
import { DialogForm, submitOnCtrlEnter } from '../../ui/DialogForm';
import { toast, toastError } from '../../ui/toast';
import { Attachments } from './Attachments';
import { ChangedBoards } from './ChangedBoards';
import { DestinationHint } from './DestinationHint';
import { TagsInput, useTagsInput } from './TagsInput';
import { useAddMessage } from './use-add-message';
import { useAttachments } from './use-attachments';
import { useChangedBoards } from './use-changed-boards';
import { useDestination } from './use-destination';

type Props = {
  board?: string;
  text?: string;
  photos?: File[];
  opened: boolean;
  onClose: () => void;
};

export function AddMessageDialog({ board, text, photos, opened, onClose }: Props) {
  const { name } = useProduct();
  const add = useAddMessage(asAdded, {
    onError(error) {
      // 409: a tag now stands for another board. Once the boards are fetched again, the form shows the change
      // and asks what to do
      if (httpStatusOf(error) === 409) void cache.boards.invalidate();
      else toastError(errorMessage(error, 'Failed to add message'));
    },
  });
  return (
    <Dialog opened={opened} onClose={onClose} busy={add.isPending} title={`Add to ${name}`}>
      <MessageForm
        board={board}
        text={text}
        photos={photos}
        busy={add.isPending}
        onCancel={onClose}
        onSubmit={(message, deleteDraft) =>
          add.mutate(
            { ...message, source: 'ui' },
            {
              onSuccess(answer) {
                deleteDraft();
                if (isKeptAnswer(answer)) toastKept();
                else toast({ title: 'Message added' });
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

export function tagsToSave(content: string, chosen: string[], board: string | undefined): string[] {
  if (chosen.length > 0) return chosen;
  if (board !== undefined) return [board];
  return hashtagsIn(content).length > 0 ? [] : [DEFAULT_TAG];
}

type NewMessage = Pick<ReturnType<typeof useDestination>, 'expects'> & {
  content: string;
  tags: string[];
  files: NewFile[];
  idempotencyKey: string;
  remindAt?: string;
  remindRule?: string | null;
};

type FormProps = {
  board?: string;
  text?: string;
  photos?: File[];
  busy: boolean;
  onCancel: () => void;
  onSubmit: (message: NewMessage, deleteDraft: () => void) => void;
};

function MessageForm({ board, text, photos, busy, onCancel, onSubmit }: FormProps) {
  const draft = text ? `with ${text}` : (board ?? '');
  const [content, setContent] = useDraft(draft, text);
  // the key is stored with the draft: if the answer was lost and the person saves again, the server adds no
  // second message (docs/product.md: Idempotency keys)
  const [key, setKey] = useDraft(`${draft} key`);
  const { tags, replace, inputProps } = useTagsInput([]);
  const [reminder, setReminder] = useState<Reminder | null>(null);
  const [leftOut, setLeftOut] = useState<string>();
  const completion = useTagCompletion();
  const { attachments, add, remove, uploading } = useAttachments(photos);
  const blank = content.trim() === '' && attachments.length === 0;
  const tooLong = length(content) > CONTENT_MAX;
  const tagsOnSave = tagsToSave(content, tags, board === leftOut ? undefined : board);
  const destination = useDestination({ tags: tagsOnSave, content, draft });
  const { trySubmit, cancelSubmit, noticeProps } = useChangedBoards({
    ...destination,
    content,
    setContent,
    replaceTag(tag, by) {
      replace(tag, by);
      if (tag === board) setLeftOut(board);
    },
    submit,
    busy,
  });

  function submit() {
    if (tooLong || uploading) return;
    if (blank) return toastError('Please enter a message.', 'Message required');
    const idempotencyKey = key || crypto.getRandomValues(new Uint32Array(4)).join('-');
    setKey(idempotencyKey);
    const { expects } = destination;
    const remind = reminder?.at ? { remindAt: reminder.at, remindRule: reminder.rule } : {};
    const message = {
      content: content.trim(),
      tags: tagsOnSave,
      expects,
      files: attachments,
      idempotencyKey,
    };
    onSubmit({ ...message, ...remind }, () => {
      setContent('');
      setKey('');
    });
  }

  return (
    <DialogForm
      submitLabel="Add Message"
      busyLabel="Adding..."
      busy={busy}
      disabled={blank || tooLong || uploading}
      onCancel={onCancel}
      onSubmit={trySubmit}
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
        onChange={(event) => {
          setContent(event.currentTarget.value);
          cancelSubmit();
        }}
        onKeyDown={submitOnCtrlEnter}
        {...completion.fieldProps}
      />
      {completion.list}
      <Attachments attachments={attachments} onAdd={add} onRemove={remove} disabled={busy} />
      <TagsInput
        {...inputProps}
        disabled={busy}
        hint={<DestinationHint tags={destination.all} boards={destination.boards} />}
      />
      <ReminderFields value={reminder} onChange={setReminder} disabled={busy} />
      <ChangedBoards {...noticeProps} />
    </DialogForm>
  );
}
