import { Button, Textarea, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { CONTENT_MAX, length } from '../../../src/contract/limits';
import type { Message } from '../../../src/contract/messages';
import { useTagBoards } from '../../boards/use-tag-boards';
import { useDraft } from '../../product/drafts';
import { isKeptAnswer, toastKept } from '../../product/offline/offline';
import { asReply } from '../../product/pending/expected-messages';
import { cache, errorMessage, httpStatusOf } from '../../product/trpc';
import { submitOnCtrlEnter } from '../../ui/DialogForm';
import { toastError } from '../../ui/toast';
import { senderName } from '../card/sender';
import { Attachments } from '../composer/Attachments';
import { DestinationHint } from '../composer/DestinationHint';
import { useAddMessage } from '../composer/use-add-message';
import { useAttachments } from '../composer/use-attachments';
import { replyDraft } from './reply-draft';
import classes from './Thread.module.css';

type Props = {
  message: Message;
  focused: boolean;
  onClose?: () => void;
};

/** `rows` counts only line breaks; in some browsers the field also grows when a line wraps. */
const ROWS_MAX = 8;

export function ReplyForm({ message, focused, onClose }: Props) {
  const draft = replyDraft(message.id);
  const [content, setContent] = useDraft(draft);
  // the key is stored with the draft: if the answer was lost and the person sends again, the server adds no
  // second reply
  const [key, setKey] = useDraft(`${draft} key`);
  const [answered, setAnswered] = useState(0);
  const { attachments, add: attach, remove, uploading } = useAttachments();
  const boards = useTagBoards();
  const add = useAddMessage(asReply(message), {
    onSuccess(answer) {
      if (isKeptAnswer(answer)) toastKept();
      setContent('');
      setKey('');
      for (const { key } of attachments) remove(key);
      setAnswered((count) => count + 1);
    },
    onError(error) {
      if (httpStatusOf(error) === 409) void cache.messages.invalidate();
      toastError(errorMessage(error, 'Failed to add the reply'));
    },
  });
  const blank = content.trim() === '' && attachments.length === 0;
  const tooLong = length(content) > CONTENT_MAX;
  const busy = add.isPending;

  function submit() {
    if (blank || tooLong || uploading || busy || !boards) return;
    const idempotencyKey = key || crypto.getRandomValues(new Uint32Array(4)).join('-');
    setKey(idempotencyKey);
    const expects = message.tags.map((tag) => ({
      tag,
      boardId: boards.find((board) => board.tag === tag)?.sharedId ?? null,
    }));
    add.mutate({
      content: content.trim(),
      replyTo: message.id,
      expects,
      files: attachments,
      idempotencyKey,
      source: 'ui',
    });
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onClose?.();
      }}
      onPaste={({ clipboardData: { files } }) => files.length > 0 && attach(files)}
    >
      <Textarea
        aria-label={`Reply to ${senderName(message)}`}
        placeholder={`Reply to ${senderName(message)}…`}
        rows={Math.min(ROWS_MAX, content.split('\n').length)}
        classNames={{ input: classes.field }}
        autoFocus={focused}
        error={tooLong && `A message can have at most ${CONTENT_MAX.toLocaleString('en-US')} characters.`}
        value={content}
        readOnly={busy}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={submitOnCtrlEnter}
        dir="auto"
      />
      <small>
        <DestinationHint tags={message.tags} boards={boards} />
      </small>
      <div className={classes.send}>
        <Attachments attachments={attachments} onAdd={attach} onRemove={remove} disabled={busy} small />
        {onClose && (
          <Button variant="default" size="sm" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="sm" disabled={blank || tooLong || uploading || busy}>
          {busy ? 'Sending...' : 'Reply'}
        </Button>
      </div>
      <VisuallyHidden role="status">{answered > 0 && !busy && `Reply ${answered} added`}</VisuallyHidden>
    </form>
  );
}
