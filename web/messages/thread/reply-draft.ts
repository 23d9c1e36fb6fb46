import { draftKey } from '../../product/drafts';

/** Returns the name of the draft of an answer to a message. */
export const replyDraft = (messageId: number) => `reply ${messageId}`;

/** Returns true if this browser has the beginning of an answer to a message. */
export const hasReplyDraft = (messageId: number): boolean =>
  localStorage.getItem(draftKey(replyDraft(messageId))) !== null;
