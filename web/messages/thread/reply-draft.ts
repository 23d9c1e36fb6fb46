import { draftKey } from '../../product/drafts';

/** Returns the name of the draft of a reply to a message. */
export const replyDraft = (messageId: number) => `reply ${messageId}`;

/** Returns true if this browser has a draft of a reply to the message. */
export const hasReplyDraft = (messageId: number): boolean =>
  localStorage.getItem(draftKey(replyDraft(messageId))) !== null;
