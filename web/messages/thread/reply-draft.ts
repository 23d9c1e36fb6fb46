import { draftKey } from '../../product/drafts';

export const replyDraft = (messageId: number) => `reply ${messageId}`;

export const hasReplyDraft = (messageId: number): boolean =>
  localStorage.getItem(draftKey(replyDraft(messageId))) !== null;
