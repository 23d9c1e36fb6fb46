import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { hashtagsIn, withoutDefaultTag } from '../../../src/contract/hashtags';
import { DEFAULT_TAG } from '../../../src/contract/limits';
import type { Message } from '../../../src/contract/messages';
import { ReminderFields } from '../../notices/reminders/ReminderFields';
import { reminderOf, useTimeZone } from '../../notices/reminders/times';
import { asEdited } from '../../product/pending/expected-messages';
import { cache, errorMessage, httpStatusOf } from '../../product/trpc';
import { Dialog, type DialogState } from '../../ui/Dialog';
import { DialogForm } from '../../ui/DialogForm';
import { toast, toastError } from '../../ui/toast';
import { ChangedBoards } from './ChangedBoards';
import { EditFiles, isTooLong } from './EditFiles';
import classes from './EditMessageDialog.module.css';
import { MessageField, tooLong } from './MessageField';
import { RemainingText } from './RemainingText';
import { TagsInput, useTagsInput } from './TagsInput';
import { useDescriptions } from './use-descriptions';
import { useDestination } from './use-destination';
import { useEditMessage, useSaveAsNew } from './use-edit-message';
import { useMessageFiles } from './use-message-files';

export const EditMessageDialog = ({ message, ...dialog }: DialogState & { message: Message }) => (
  <Dialog {...dialog} title="Edit Message">
    <MessageForm message={message} onDone={dialog.onClose} />
  </Dialog>
);

function MessageForm({ message, onDone }: { message: Message; onDone: () => void }) {
  /** Content that was stored elsewhere meanwhile; null if the message was deleted. */
  const [stored, setStored] = useState<string | null>();
  const [content, setContent] = useState(message.content);
  const { tags, add: addTag, replace, inputProps } = useTagsInput(message.tags);
  const zone = useTimeZone();
  const [before] = useState(() => reminderOf(message, zone));
  const [reminder, setReminder] = useState(before);
  const descriptions = useDescriptions(message);
  const messageFiles = useMessageFiles(message);
  const { files } = messageFiles;
  const read = stored ?? message.content;
  const edit = useEditMessage({ ...message, content: read }, { done: onDone, changed: setStored });
  const add = useSaveAsNew(message, {
    onSuccess() {
      toast({ title: 'Message added' });
      onDone();
    },
    onError(error) {
      if (httpStatusOf(error) === 409) void cache.boards.invalidate();
      else toastError(errorMessage(error, 'Failed to add message'));
    },
  });
  const busy = edit.isPending || add.isPending || descriptions.isSaving;
  const cannotSave =
    Boolean(tooLong(content)) ||
    messageFiles.uploading ||
    descriptions.photos.some((photo) => isTooLong(descriptions.textOf(photo)));
  const hashtags = hashtagsIn(content);
  const tagsOnSave =
    tags.length + hashtags.length > 0 ? withoutDefaultTag(tags, message.tags) : [DEFAULT_TAG];
  // unchanged tags are not sent, because a shared board may have been renamed since the dialog was opened
  const isRetagged = tags !== message.tags;
  const destination = useDestination({
    tags: tagsOnSave,
    content,
    setContent,
    kept: isRetagged || stored === null ? [] : message.tags,
    replaceTag: replace,
    submit,
    busy,
  });

  async function submit() {
    if (cannotSave) return;
    if (content.trim() === '' && (stored === null || files.length === 0))
      return toastError('Message content cannot be empty.', 'Content Required');
    if (messageFiles.isUnsent)
      return toastError('New files need a connection. Remove them, or try again later.', 'Update Failed');
    const changed = {
      content: content.trim(),
      tags: isRetagged ? tagsOnSave : undefined,
      expects: destination.expects,
      ...(reminder !== before && { remindAt: reminder?.at || null, remindRule: reminder?.rule ?? null }),
    };
    if (stored === null) add.mutate(changed);
    else if (await descriptions.save())
      edit.mutate({ id: message.id, read, ...changed, mediaIds: messageFiles.mediaIds });
  }

  return (
    <DialogForm
      submitLabel={stored === null ? 'Save as New' : 'Save Changes'}
      busyLabel={stored === null ? 'Adding...' : 'Updating...'}
      busy={busy}
      disabled={cannotSave}
      onSubmit={destination.trySubmit}
      onFiles={busy || stored === null || !messageFiles.canChange ? undefined : messageFiles.add}
    >
      <MessageField
        description={hashtags.length > 0 && 'The hashtags in the text become its boards and leave the text.'}
        autosize
        minRows={4}
        maxRows={14}
        disabled={busy}
        value={content}
        onChange={(next) => {
          setContent(next);
          destination.cancelSubmit();
        }}
      />
      {hashtags.length > 0 && (
        <RemainingText
          content={content}
          remaining={asEdited(message, { content, tags: tagsOnSave }).content}
          disabled={busy}
          onKeep={(kept, tag) => {
            setContent(kept);
            addTag(tag);
            destination.cancelSubmit();
          }}
        />
      )}
      <Stack role="status" gap="0.75rem" display={stored === undefined ? 'none' : undefined}>
        {stored === null && (
          <Text inherit fw={600}>
            It was deleted. Save as a new one?
          </Text>
        )}
        {typeof stored === 'string' && (
          <>
            <Text inherit fw={600}>
              It was changed meanwhile, and now reads as below. Saving replaces that with your text.
            </Text>
            <blockquote className={classes.stored} dir="auto">
              {stored}
            </blockquote>
          </>
        )}
      </Stack>
      <TagsInput {...inputProps} disabled={busy} destination={destination} />
      {stored !== null && messageFiles.canChange && (
        <EditFiles messageFiles={messageFiles} descriptions={descriptions} disabled={busy} />
      )}
      <ReminderFields value={reminder} onChange={setReminder} disabled={busy} />
      <ChangedBoards {...destination.noticeProps} />
    </DialogForm>
  );
}
