import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { hashtagsIn } from '../../../src/contract/hashtags';
import { CONTENT_MAX, DEFAULT_TAG, length } from '../../../src/contract/limits';
import type { Message } from '../../../src/contract/messages';
import { Dialog } from '../../ui/Dialog';
import { DialogForm, submitOnCtrlEnter } from '../../ui/DialogForm';
import { toastError } from '../../ui/toast';
import { destinationHint } from './destination-hint';
import { TagsInput, useTagsInput } from './TagsInput';
import { useEditMessage } from './use-edit-message';

type Props = { message: Message; opened: boolean; onClose: () => void };

/** Dialog in which the sender of a message changes its content and its tags (docs/product.md: Editing). */
export function EditMessageDialog({ message, opened, onClose }: Props) {
  const edit = useEditMessage(message, onClose);
  return (
    <Dialog opened={opened} onClose={onClose} busy={edit.isPending} title="Edit Message">
      <MessageForm
        message={message}
        busy={edit.isPending}
        onCancel={onClose}
        onSubmit={(content, tags) => edit.mutate({ id: message.id, content, tags })}
      />
    </Dialog>
  );
}

type FormProps = {
  message: Message;
  busy: boolean;
  onCancel: () => void;
  onSubmit: (content: string, tags: string[] | undefined) => void;
};

function MessageForm({ message, busy, onCancel, onSubmit }: FormProps) {
  const [content, setContent] = useState(message.content);
  const { tags, inputProps } = useTagsInput(message.tags);
  const tooLong = length(content) > CONTENT_MAX;
  const hashtags = hashtagsIn(content);
  const tagsOnSave = tags.length + hashtags.length > 0 ? tags : [DEFAULT_TAG];

  return (
    <DialogForm
      submitLabel="Save Changes"
      busyLabel="Updating..."
      busy={busy}
      disabled={tooLong}
      onCancel={onCancel}
      onSubmit={() => {
        if (tooLong) return;
        if (content.trim() === '' && message.media.length === 0)
          toastError('Message content cannot be empty.', 'Content Required');
        // unchanged tags are not sent: a shared board may have been renamed since the dialog was opened
        else onSubmit(content.trim(), tags === message.tags ? undefined : tagsOnSave);
      }}
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
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={submitOnCtrlEnter}
      />
      <TagsInput {...inputProps} disabled={busy} hint={destinationHint(tagsOnSave, content)} />
    </DialogForm>
  );
}
