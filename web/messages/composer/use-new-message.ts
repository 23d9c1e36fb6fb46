import { useEffect, useRef, useState } from 'react';
import { hashtagsIn } from '../../../src/contract/hashtags';
import { DEFAULT_TAG } from '../../../src/contract/limits';
import type { Message } from '../../../src/contract/messages';
import type { Reminder } from '../../notices/reminders/times';
import { isKeptAnswer, type Kept, toastKept } from '../../product/offline/offline';
import { asAdded } from '../../product/pending/expected-messages';
import { cache, errorMessage, httpStatusOf } from '../../product/trpc';
import { toastError } from '../../ui/toast';
import { tooLong } from './MessageField';
import { useTagsInput } from './TagsInput';
import { useAddMessage } from './use-add-message';
import { useAttachments } from './use-attachments';
import { useDestination } from './use-destination';
import { useMessageDraft } from './use-message-draft';

/** Returns the chosen tags, or else the board, or else "uncategorized" if the content has no hashtags. */
export function tagsToSave(content: string, chosen: string[], board: string | undefined): string[] {
  if (chosen.length > 0) return chosen;
  if (board !== undefined) return [board];
  return hashtagsIn(content).length > 0 ? [] : [DEFAULT_TAG];
}

type Options = {
  board?: string;
  /** `text` and `photos` are there from the start. The draft of `text` is separate from that of the board. */
  text?: string;
  photos?: File[];
  onAdded: (answer: Message | Kept) => void;
  /** Called when the message is on its way. The form is then empty, and filled again if it is refused. */
  onSent?: () => void;
};

/** What all forms for a new message have in common. */
export function useNewMessage({ board, text, photos, onAdded, onSent }: Options) {
  const draftName = text ? `with ${text}` : (board ?? '');
  const draft = useMessageDraft(draftName, text);
  const { content, setContent } = draft;
  const { tags, replace, inputProps } = useTagsInput([]);
  const [reminder, setReminder] = useState<Reminder | null>(null);
  const [leftOut, setLeftOut] = useState<string>();
  const files = useAttachments(photos);
  const bringBack = useRef(new Map<string, () => void>());
  const add = useAddMessage(asAdded, {
    onSuccess(answer, { idempotencyKey = '' }) {
      inFlight.delete(idempotencyKey);
      if (onSent) draft.forget(idempotencyKey);
      else draft.clear();
      if (isKeptAnswer(answer)) toastKept();
      onAdded(answer);
    },
    onError(error, { idempotencyKey = '' }) {
      inFlight.delete(idempotencyKey);
      if (onSent) draft.takeBack((key) => key === idempotencyKey);
      bringBack.current.get(idempotencyKey)?.();
      // 409: a tag now stands for another board. Once the boards are fetched again, the form shows the change
      // and asks what to do
      if (httpStatusOf(error) === 409) void cache.boards.invalidate();
      else toastError(errorMessage(error, 'Failed to add message'));
    },
  });
  const busy = add.isPending && !onSent;
  const blank = content.trim() === '' && files.attachments.length === 0;
  const cannotSave = tooLong(content) || files.uploading;
  const tagsOnSave = tagsToSave(content, tags, board === leftOut ? undefined : board);
  const destination = useDestination({
    tags: tagsOnSave,
    content,
    setContent,
    draft: draftName,
    replaceTag(tag, by) {
      replace(tag, by);
      if (tag === board) setLeftOut(board);
    },
    submit,
    busy,
    idle: onSent && blank,
  });

  function submit() {
    if (cannotSave) return;
    if (blank) return toastError('Please enter a message.', 'Message required');
    const idempotencyKey = draft.idempotencyKey();
    add.mutate({
      content: content.trim(),
      tags: tagsOnSave,
      expects: destination.expects,
      files: files.attachments,
      idempotencyKey,
      source: 'ui',
      ...(reminder?.at && { remindAt: reminder.at, remindRule: reminder.rule }),
    });
    if (onSent) leave(idempotencyKey, onSent);
  }

  function leave(key: string, onSent: () => void) {
    const { chosen, typed, onChange, onType } = inputProps;
    const { attachments, replaceAll } = files;
    const { seen, setSeen } = destination;
    bringBack.current.set(key, () => {
      setSeen(seen);
      replaceAll((added) => [...attachments, ...added]);
      onChange(chosen);
      onType(typed);
      setReminder(reminder);
      setLeftOut(leftOut);
    });
    inFlight.add(key);
    draft.setAside(key);
    replaceAll([]);
    onChange([]);
    onType('');
    setReminder(null);
    setLeftOut(undefined);
    destination.cancelSubmit();
    onSent();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what a closed page has left is brought back once
  useEffect(() => {
    if (onSent) draft.takeBack((key) => !inFlight.has(key));
  }, []);

  return {
    content,
    write(next: string) {
      setContent(next);
      destination.cancelSubmit();
    },
    inputProps,
    reminder,
    setReminder,
    files,
    destination,
    busy,
    isPending: add.isPending,
    blank,
    cannotSave: blank || Boolean(cannotSave),
  };
}

/** Keys of messages that this page has sent, and that are not answered yet. */
const inFlight = new Set<string>();
