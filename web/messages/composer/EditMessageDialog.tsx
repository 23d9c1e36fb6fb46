import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { hashtagsIn } from '../../../src/contract/hashtags';
import { CONTENT_MAX, DEFAULT_TAG, length } from '../../../src/contract/limits';
import type { Message } from '../../../src/contract/messages';
import { useTagCompletion } from '../../boards/completion/use-tag-completion';
import { ReminderFields } from '../../notices/reminders/ReminderFields';
import { reminderOf, useTimeZone } from '../../notices/reminders/times';
import { cache, errorMessage, httpStatusOf } from '../../product/trpc';
import { Dialog } from '../../ui/Dialog';
import { DialogForm, submitOnCtrlEnter } from '../../ui/DialogForm';
import { toast, toastError } from '../../ui/toast';
import { ChangedBoards } from './ChangedBoards';
import { DestinationHint } from './DestinationHint';
import classes from './EditMessageDialog.module.css';
import { isTooLong, PhotoDescriptions } from './PhotoDescriptions';
import { TagsInput, useTagsInput } from './TagsInput';
import { useChangedBoards } from './use-changed-boards';
import { type Descriptions, useDescriptions } from './use-descriptions';
import { useDestination } from './use-destination';
import { useEditMessage } from './use-edit-message';
import { useSaveAsNew } from './use-save-as-new';

type Props = { message: Message; opened: boolean; onClose: () => void };

export function EditMessageDialog({ message, opened, onClose }: Props) {
  const [stored, setStored] = useState<Stored>();
  const descriptions = useDescriptions(message);
  const close = () => {
    setStored(undefined);
    descriptions.forget();
    onClose();
  };
  const read = stored ?? message.content;
  const edit = useEditMessage({ ...message, content: read }, { done: close, changed: setStored });
  const add = useSaveAsNew(message, {
    onSuccess() {
      toast({ title: 'Message added' });
      close();
    },
    onError(error) {
      if (httpStatusOf(error) === 409) void cache.boards.invalidate();
      else toastError(errorMessage(error, 'Failed to add message'));
    },
  });
  const busy = edit.isPending || add.isPending || descriptions.isSaving;
  return (
    <Dialog opened={opened} onClose={close} busy={busy} title="Edit Message">
      <MessageForm
        message={message}
        stored={stored}
        busy={busy}
        descriptions={descriptions}
        onCancel={close}
        onSubmit={async (changed) => {
          if (stored === null) add.mutate(changed);
          else if (await descriptions.save()) edit.mutate({ id: message.id, read, ...changed });
        }}
      />
    </Dialog>
  );
}

type Stored = string | null | undefined;

type Changed = Pick<ReturnType<typeof useDestination>, 'expects'> & {
  content: string;
  tags?: string[];
  remindAt?: string | null;
  remindRule?: string | null;
};

type FormProps = {
  message: Message;
  stored: Stored;
  busy: boolean;
  descriptions: Descriptions;
  onCancel: () => void;
  onSubmit: (changed: Changed) => void;
};

function MessageForm({ message, stored, busy, descriptions, onCancel, onSubmit }: FormProps) {
  const [content, setContent] = useState(message.content);
  const { tags, replace, inputProps } = useTagsInput(message.tags);
  const zone = useTimeZone();
  const [before] = useState(() => reminderOf(message, zone));
  const [reminder, setReminder] = useState(before);
  const completion = useTagCompletion();
  const tooLong = length(content) > CONTENT_MAX;
  const cannotSave = tooLong || descriptions.photos.some((photo) => isTooLong(descriptions.textOf(photo)));
  const hashtags = hashtagsIn(content);
  const tagsOnSave = tags.length + hashtags.length > 0 ? tags : [DEFAULT_TAG];
  // unchanged tags are not sent, because a shared board may have been renamed since the dialog was opened
  const isRetagged = tags !== message.tags;
  const destination = useDestination({
    tags: tagsOnSave,
    content,
    kept: isRetagged || stored === null ? [] : message.tags,
  });
  const { trySubmit, cancelSubmit, noticeProps } = useChangedBoards({
    ...destination,
    content,
    setContent,
    replaceTag: replace,
    submit,
    busy,
  });

  function submit() {
    if (cannotSave) return;
    if (content.trim() === '' && (stored === null || message.media.length === 0))
      return toastError('Message content cannot be empty.', 'Content Required');
    const { expects } = destination;
    const remind =
      reminder === before ? {} : { remindAt: reminder?.at || null, remindRule: reminder?.rule ?? null };
    onSubmit({ content: content.trim(), tags: isRetagged ? tagsOnSave : undefined, expects, ...remind });
  }

  return (
    <DialogForm
      submitLabel={stored === null ? 'Save as New' : 'Save Changes'}
      busyLabel={stored === null ? 'Adding...' : 'Updating...'}
      busy={busy}
      disabled={cannotSave}
      onCancel={onCancel}
      onSubmit={trySubmit}
    >
      <Textarea
        label="Message"
        description={hashtags.length > 0 && 'The hashtags in the text become its boards and leave the text.'}
        autosize
        minRows={4}
        maxRows={14}
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
      <div role="status" className={classes.meanwhile}>
        {stored === null && <p>It was deleted. Save as a new one?</p>}
        {typeof stored === 'string' && (
          <>
            <p>It was changed meanwhile, and now reads as below. Saving replaces that with your text.</p>
            <blockquote className={classes.stored} dir="auto">
              {stored}
            </blockquote>
          </>
        )}
      </div>
      <TagsInput
        {...inputProps}
        disabled={busy}
        hint={<DestinationHint tags={destination.all} boards={destination.boards} />}
      />
      {stored !== null && <PhotoDescriptions descriptions={descriptions} disabled={busy} />}
      <ReminderFields value={reminder} onChange={setReminder} disabled={busy} />
      <ChangedBoards {...noticeProps} />
    </DialogForm>
  );
}
