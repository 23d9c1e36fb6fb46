import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { hashtagsIn } from '../../../src/contract/hashtags';
import { CONTENT_MAX, DEFAULT_TAG } from '../../../src/contract/limits';
import type { Message } from '../../../src/contract/messages';
import { length } from '../../../src/contract/text';
import { Dialog } from '../../ui/Dialog';
import { DialogForm, submitOnCtrlEnter } from '../../ui/DialogForm';
import { toastError } from '../../ui/toast';
import { destination } from './destination-hint';
import { TagsInput, useTagsInput } from './TagsInput';
import { useEditMessage } from './use-edit-message';

type Props = { message: Message; opened: boolean; onClose: () => void };

/** Changes the text and the boards of a message of one's own (spec 2, 4, 5 and 8). */
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
  const { all: tags, field } = useTagsInput(message.tags);
  const tooLong = length(content) > CONTENT_MAX;
  const named = hashtagsIn(content);
  const boards = tags.length + named.length > 0 ? tags : [DEFAULT_TAG];

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
        // left as they were, they are what they are called by now: a shared board may have been renamed meanwhile
        else onSubmit(content.trim(), tags === message.tags ? undefined : boards);
      }}
    >
      <Textarea
        label="Message"
        description={named.length > 0 && 'The hashtags in the text become its boards and leave the text.'}
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
      <TagsInput {...field} disabled={busy} hint={destination(boards, content)} />
    </DialogForm>
  );
}
