import { Button, Group, Textarea, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Message } from '../../../src/contract/messages';
import { useTagBoards } from '../../boards/use-tag-boards';
import { isKeptAnswer, toastKept } from '../../product/offline/offline';
import { asReply } from '../../product/pending/expected-messages';
import { cache, errorMessage, httpStatusOf } from '../../product/trpc';
import { submitOnCtrlEnter } from '../../ui/DialogForm';
import { toastError } from '../../ui/toast';
import { senderName } from '../card/sender';
import { Attachments } from '../composer/Attachments';
import { DestinationHint } from '../composer/DestinationHint';
import { tooLong } from '../composer/MessageField';
import { useAddMessage } from '../composer/use-add-message';
import { useAttachments } from '../composer/use-attachments';
import { useMessageDraft } from '../composer/use-message-draft';
import { replyDraft } from './reply-draft';
import classes from './Thread.module.css';

type Props = { message: Message; focused: boolean; onClose?: () => void };

/** `rows` counts only line breaks; in some browsers the field also grows when a line wraps. */
const ROWS_MAX = 8;

export function ReplyForm({ message, focused, onClose }: Props) {
  const { content, setContent, idempotencyKey, clear } = useMessageDraft(replyDraft(message.id));
  const [answered, setAnswered] = useState(0);
  const files = useAttachments();
  const boards = useTagBoards();
  const add = useAddMessage(asReply(message), {
    onSuccess(answer) {
      if (isKeptAnswer(answer)) toastKept();
      clear();
      for (const { key } of files.attachments) files.remove(key);
      setAnswered((count) => count + 1);
    },
    onError(error) {
      if (httpStatusOf(error) === 409) void cache.messages.invalidate();
      toastError(errorMessage(error, 'Failed to add the reply'));
    },
  });
  const blank = content.trim() === '' && files.attachments.length === 0;
  const busy = add.isPending;
  const cannotSend = blank || Boolean(tooLong(content)) || files.uploading || busy;

  function submit() {
    if (cannotSend || !boards) return;
    const expects = message.tags.map((tag) => ({
      tag,
      boardId: boards.find((board) => board.tag === tag)?.sharedId ?? null,
    }));
    add.mutate({
      content: content.trim(),
      replyTo: message.id,
      expects,
      files: files.attachments,
      idempotencyKey: idempotencyKey(),
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
      onPaste={({ clipboardData }) => clipboardData.files.length > 0 && files.add(clipboardData.files)}
    >
      <Textarea
        aria-label={`Reply to ${senderName(message)}`}
        placeholder={`Reply to ${senderName(message)}…`}
        rows={Math.min(ROWS_MAX, content.split('\n').length)}
        classNames={{ input: classes.field }}
        autoFocus={focused}
        error={tooLong(content)}
        value={content}
        readOnly={busy}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={submitOnCtrlEnter}
        dir="auto"
      />
      <small>
        <DestinationHint tags={message.tags} boards={boards} />
      </small>
      <Group className={classes.send} align="end" gap="0.5rem" wrap="nowrap">
        <Attachments {...files} disabled={busy} small />
        {onClose && (
          <Button variant="default" size="sm" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="sm" disabled={cannotSend}>
          {busy ? 'Sending...' : 'Reply'}
        </Button>
      </Group>
      <VisuallyHidden role="status">{answered > 0 && !busy && `Reply ${answered} added`}</VisuallyHidden>
    </form>
  );
}
