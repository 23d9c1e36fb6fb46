import type { User } from '../../db/schema';
import type { App } from '../app';
import { withoutHashtags } from '../contract/hashtags';
import { nameInText } from '../users/users';

/**
 * Everything we say by text, on one page. Plain words of the GSM alphabet, because one character outside it
 * halves what fits into an SMS. What people chose themselves (names, notes) comes in cleaned and cut, on one
 * line, so that nobody can make us say a sentence or a link of theirs.
 */

const EXCERPT_MAX = 60;

type Named = Parameters<typeof nameInText>[0];

export const boardUrl = (app: App, tag: string) => `${app.publicUrl}/tag/shared/${encodeURIComponent(tag)}`;

/** The last line is the one that browsers read to fill the code in (WebOTP). */
export const codeText = (app: App, code: string) =>
  `${code} is your ${app.config.productName} code. Nobody will ask you for it.\n\n@${new URL(app.publicUrl).hostname} #${code}`;

export const welcomeText = (app: App, { saved }: { saved: boolean }) =>
  `${saved ? 'Saved! ' : ''}Welcome to ${app.config.productName}. Text anything to keep it, and add #hashtags to sort it. See it all at ${app.publicUrl}. Reply STOP to opt out.`;

/** The first text to a board under a name that somebody else gave it (design 5). */
export const firstPostText = ({ owner, tag, readers }: { owner: Named; tag: string; readers: number }) =>
  `Posted to ${nameInText(owner)}'s #${tag}, seen by ${readers} ${readers === 1 ? 'person' : 'people'}. Reply UNDO to take it back.`;

/** Who added them, to what, how to post and how to leave (design 5). `name` is the owner's own tag, `tag` the new member's. */
export function addedToBoardText(
  app: App,
  { by, name, tag }: { by: User; name: string; tag: string },
): string {
  const kept = tag === name ? '' : ` (you have a #${name} of your own, so theirs is #${tag} for you)`;
  return `${nameInText(by)} added you to the shared board #${tag}${kept}. Start a text with #${tag} to post to it; its members read what you post. See it or leave it: ${boardUrl(app, tag)}`;
}

export const boardRenamedText = (app: App, { by, from, to }: { by: User; from: string; to: string }) =>
  `${nameInText(by)} renamed the shared board #${from}. It is #${to} for you now: ${boardUrl(app, to)}`;

export const boardDeletedText = ({ by, tag }: { by: User; tag: string }) =>
  `${nameInText(by)} deleted the shared board #${tag}. What you posted there is still yours.`;

export const UNDONE_TEXT = 'Taken back: your last text is deleted.';
export const NOTHING_TO_UNDO_TEXT =
  'There is nothing to take back: UNDO deletes your last text, for ten minutes.';

export const feedbackText = (app: App) =>
  `Thank you! Your feedback also goes to the people who run this ${app.config.productName}.`;

/** Of one post, or of several gathered ones with the newest shown. */
export const newPostsText = (
  app: App,
  { count, tag, sender, excerpt }: { count: number; tag: string; sender: Named; excerpt: string },
) =>
  `${count === 1 ? 'New' : `${count} new`} in #${tag}, ${nameInText(sender)}: ${excerpt}\n${boardUrl(app, tag)}`;

export const inviteText = (app: App, inviter: User) =>
  `${nameInText(inviter)} invites you to ${app.config.productName}: save links and ideas by texting. Reply YES to start. If this is not for you, ignore it, or reply STOP.`;

export const existingAccountText = (app: App) =>
  `You already use ${app.config.productName} with this number: text anything to keep it, and see it all at ${app.publicUrl}.`;

export const inviteExpiredText = (app: App) =>
  `That invite has ended, but you can still start: text anything to this number to keep it in ${app.config.productName}.`;

export const inviteAcceptedText = (app: App, phone: string) =>
  `Your invite was accepted: the number ending in ${phone.slice(-4)} now uses ${app.config.productName}.`;

/** What a note is about, on one line, without hashtags (some are private) and without links (phones open them). */
export function excerptOf({ content, files }: { content: string; files: number }): string {
  const line = withoutHashtags(content)
    .replace(/(?:https?:\/\/|\bwww\.)\S+/gi, '(link)')
    .replace(/[\p{C}\s]+/gu, ' ')
    // what phones make of quotes, dashes and dots would double the price
    .replace(/[‘’‚]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[–—]/g, '-')
    .replaceAll('…', '...')
    .replace(/(\S)\.(?=\p{L})/gu, '$1. ') // what phones would make a link of
    .trim();
  const points = [...line];
  if (points.length > EXCERPT_MAX) return `${points.slice(0, EXCERPT_MAX).join('').trimEnd()}...`;
  return line || (files > 0 ? '(photo)' : '(note)');
}
