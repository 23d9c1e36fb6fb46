/** Apart from their schema, because the web app loads no schemas for a form. */
export const HOOK_EVENTS = [
  'message.created',
  'message.updated',
  'message.deleted',
  'message.ticked',
  'reminder.due',
  'member.joined',
  'member.left',
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];
