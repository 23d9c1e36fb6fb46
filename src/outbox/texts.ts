import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { countOf } from '../contract/counts';
import { withoutHashtags } from '../contract/hashtags';
import type { PageAudience } from '../contract/pages';
import type { NamedUser } from '../contract/people';
import { formatPhone, nameInText } from '../contract/people';
import { shorten } from '../contract/text';
import { boardUrl } from './board-url';

/**
 * Our own words keep to the GSM alphabet: with one character outside it, less than half as much fits into an
 * SMS. Names and excerpts are cut to one line without links, so that nobody can pass off their words as ours.
 */

const EXCERPT_MAX = 60;

/** Browsers read the last line to fill in the code (WebOTP). */
export const codeText = (app: App, code: string) =>
  `${code} is your ${app.config.productName} code. Nobody will ask you for it.\n\n@${new URL(app.publicUrl).hostname} #${code}`;

export const newNumberText = (app: App, { former, isHeard }: { former: string; isHeard: boolean }) =>
  `${app.config.productName} has a new number, ${app.config.phoneNumber}: this text comes from it. Please text your notes here from now on. The old number, ${former}, ${isHeard ? 'will stop working' : 'no longer works'}.`;

export const signedInText = (app: App, { device, network }: { device: string; network: string | null }) =>
  `You are signed in to ${app.config.productName} on ${device}${network ? ` (${network.replaceAll('•', 'x').replace('…', '...')})` : ''}. Was it not you? End it: ${app.publicUrl}/profile`;

type ActOnAccount = { what: string; device: string; end: string; section: string };

export const actOnAccountText = (app: App, act: ActOnAccount) =>
  `${app.config.productName}: ${actOnAccount(act)} ${act.end}: ${app.publicUrl}/profile#${act.section}`;

export const actOnAccount = ({ what, device }: ActOnAccount) => `${what} on ${device}. Was it not you?`;

type WebhookOff = { host: string; because: string };

export const webhookOffText = (app: App, off: WebhookOff) =>
  `${app.config.productName}: ${webhookOff(off)} Switch it on again: ${app.publicUrl}/profile#webhooks`;

export const webhookOff = ({ host, because }: WebhookOff) =>
  `The webhook to ${host} is switched off, because ${because}.`;

export const signInExpiredText = (app: App) =>
  `That was too late to sign you in, or was used up. Please begin again: ${app.publicUrl}/login`;

/** `src/texting/echoes.ts` recognises a quotation of this answer by its start. */
export const signInLinkText = (link: string) =>
  `Sign in: ${link} It works once, for ten minutes. Pass it on to nobody.`;

export const tooManyLinksText = (app: App) =>
  `That is a lot of sign-in links for one hour. You can also sign in with a code: ${app.publicUrl}/login`;

export const lineBackText = (app: App, { since, minutes }: { since: string; minutes: number }) =>
  `The phone that texts for ${app.config.productName} was not seen since ${since}, for ${countOf(minutes, 'minute')}, and is back. What people texted meanwhile comes in now, and what waited for them goes out.`;

export const NO_ADDRESS_TEXT =
  'This server does not know its address, so it cannot make a sign-in link. Whoever runs it has to set PUBLIC_URL.';

export const welcomeText = (app: App, { saved }: { saved: boolean }) =>
  `${saved ? 'Saved! ' : ''}Welcome to ${app.config.productName}. Text anything to keep it, and add #hashtags to sort it. See it all at ${app.publicUrl}. Reply STOP to opt out.`;

export const turnedAwayText = (app: App) =>
  app.config.signUp === 'closed'
    ? `${app.config.productName} takes no new people at present. What you text here is not kept. Reply STOP for no more texts.`
    : `${app.config.productName} is by invitation: ask somebody who uses it to invite your number. What you text here is not kept. Reply STOP for no more texts.`;

export const stoppedText = (app: App, { isKept = false } = {}) =>
  `You get no more texts from ${app.config.productName}. Reply START to get them again.${isKept ? ' What you texted is also kept as a note.' : ''}`;

export const stoppedByTextText = (app: App) =>
  `A text with STOP came from your number, so it gets no more texts, codes included. Text START to ${formatPhone(app.config.phoneNumber)} to get them again.`;

export const startedText = (app: App) =>
  `You get texts from ${app.config.productName} again. Reply HELP for help, STOP to opt out.`;

export const firstPostText = ({ owner, tag, readers }: { owner: NamedUser; tag: string; readers: number }) =>
  `Posted to ${nameInText(owner)}'s #${tag}, seen by ${countOf(readers, 'person', 'people')}. Reply UNDO to take it back.`;

export const addedToBoardText = (app: App, added: { boardId: number; by: User; name: string; tag: string }) =>
  `${addedToBoard(added)} Start a text with #${added.tag} to post to it; its members read that. Text LEAVE #${added.tag} to leave, or BLOCK so that they cannot add you again. See it: ${boardUrl(app, added.boardId)}`;

export function addedToBoard({ by, name, tag }: { by: User; name: string; tag: string }): string {
  const ownBoard = tag === name ? '' : ` (you have a #${name} of your own, so theirs is #${tag} for you)`;
  return `${nameInText(by)} added you to the shared board #${tag}${ownBoard}.`;
}

export const boardRenamedText = (
  app: App,
  renamed: { boardId: number; by: NamedUser; from: string; to: string },
) => `${boardRenamed(renamed)}: ${boardUrl(app, renamed.boardId)}`;

export const boardRenamed = ({ by, from, to }: { by: NamedUser; from: string; to: string }) =>
  `${nameInText(by)} renamed the shared board #${from}. It is #${to} for you now`;

export const boardOpenedText = (app: App, opened: Opened & { boardId: number }) =>
  `${boardOpened(opened)} What you post there shows only if you agree: ${boardUrl(app, opened.boardId)}`;

export const boardOpened = ({ by, tag, audience }: Opened) =>
  `${nameInText(by)} lets ${audience === 'page' ? 'everybody with the address of its page' : 'guests without an account'} read #${tag}.`;

type Opened = { by: NamedUser; tag: string; audience: PageAudience };

export const boardDeletedText = ({ by, tag }: { by: User; tag: string }) =>
  `${nameInText(by)} deleted the shared board #${tag}. What you posted there is still yours.`;

export const removedFromBoardText = ({ by, tag }: { by: User; tag: string }) =>
  `${nameInText(by)} removed you from the shared board #${tag}. What you posted there is still yours.`;

export const lostBoardText = ([{ tag, owner }, ...others]: [LostBoard, ...LostBoard[]]) =>
  others.length > 0
    ? `You are no longer on ${boardsInText([tag, ...others.map((board) => board.tag)])}. Kept on boards of your own with these names, which only you see. Reply UNDO to take it back.`
    : `You are no longer on ${owner ? `${nameInText(owner)}'s` : 'the shared board'} #${tag}. Kept on your own #${tag}, which only you see. Reply UNDO to take it back.`;

type LostBoard = { tag: string; owner: NamedUser | null };

export const noMoreRepliesText = (app: App) =>
  `That is a lot of texts, so we stop answering for a while. What you text is still received: see ${app.publicUrl}`;

export const noMoreChangesText = (app: App) =>
  `Your shared boards change a lot today, so we stop texting you about it until tomorrow. See them at ${app.publicUrl}`;

export const noMoreRemindersText = (app: App) =>
  `That is a lot of reminders for one day, so we stop texting them until tomorrow. See them at ${app.publicUrl}/reminders`;

export const noRoomText = (app: App, has: string) =>
  `There is no room for what you texted: you may keep ${has}. No more is kept until you delete some: ${app.publicUrl}`;

/** `posted` is true if the last part is on these boards, because its own hashtags name them. */
export const splitText = ({ tags, posted }: { tags: string[]; posted: boolean }) =>
  posted
    ? `Only the last part of your text is on ${boardsInText(tags)}. Reply ALL to post all of it.`
    : `Your text is not on ${boardsInText(tags)} yet. Reply ALL to post all of it there.`;

export const splitEditText = ({ tags, posted }: { tags: string[]; posted: boolean }) =>
  posted
    ? `Only the last part of your text is on ${boardsInText(tags)}, as a new message.`
    : `Your changed text is not on ${boardsInText(tags)}: its last part is a new message.`;

export const wholeText = (tags: string[]) =>
  `All of your text is ${tags.length > 0 ? `on ${boardsInText(tags)}` : 'one message'} now. Reply UNDO to delete it.`;

export const NOTHING_TO_JOIN_TEXT =
  'Nothing more was posted: the parts of that text have been joined, changed or deleted.';

export const boardsInText = ([first, ...others]: string[]) =>
  `#${first}${others.length > 0 ? ` and ${countOf(others.length, 'other board')}` : ''}`;

export const UNDONE_TEXT = 'Taken back: your last text is deleted.';
export const NOTHING_TO_UNDO_TEXT =
  'There is nothing to take back: UNDO reverses what you did by text in the last ten minutes.';

export const WRONG_DIGITS_TEXT =
  'Those are not the digits, so nothing was done. To be asked anew, text what you wanted again.';
export const NOTHING_WAITS_TEXT =
  'Nothing waits for your OK any more: it was done, or too late. Text what you want again.';
export const noMoreProofsText = (app: App) =>
  `Three wrong digits came today, so this cannot be done by text until tomorrow. Please do it on the web: ${app.publicUrl}`;

export const NOTHING_TO_ANSWER_TEXT =
  'The message that you answered is gone, so this is kept as a note. UNDO takes it back.';

export const feedbackText = (app: App) =>
  `Thank you! Your feedback also goes to the people who run this ${app.config.productName}.`;

export const inviteText = (app: App, inviter: User) =>
  `${nameInText(inviter)} invites you to ${app.config.productName}: save links and ideas by texting. Reply YES to start. If this is not for you, ignore it, or reply STOP.`;

export const existingAccountText = (app: App) =>
  `You already use ${app.config.productName} with this number: text anything to keep it, and see it all at ${app.publicUrl}.`;

export const declinedText = (app: App) =>
  `All right, nothing happens. Reply YES if you change your mind, or STOP for no texts from ${app.config.productName} at all.`;

export const inviteExpiredText = (app: App) =>
  `That invite has ended, but you can still start: text anything to this number to keep it in ${app.config.productName}.`;

export const inviteAcceptedText = (app: App, phone: string) =>
  `Your invite was accepted: the number ending in ${phone.slice(-4)} now uses ${app.config.productName}.`;

export const boardInviteText = (app: App, { inviter, tag }: { inviter: User; tag: string }) =>
  `${nameInText(inviter)} invites you to the shared board #${tag} on ${app.config.productName}: notes, links and photos by text. Reply YES to join. If this is not for you, ignore it, or reply STOP.`;

export const boardInviteAcceptedText = ({ phone, tag }: { phone: string; tag: string }) =>
  `Your invitation was accepted: the number ending in ${phone.slice(-4)} is on #${tag} now.`;

export function joinedBoardsText(
  app: App,
  [{ boardId, tag, owner }, ...others]: [JoinedBoard, ...JoinedBoard[]],
): string {
  const start = `You are on ${nameInText(owner)}'s #${tag}`;
  return others.length > 0
    ? `${start} and ${countOf(others.length, 'other board')} now. Members read what you text with their hashtags. See them: ${app.publicUrl}`
    : `${start} now. Start a text with it to post there; its members read that. Anything else you text is only yours. See it: ${boardUrl(app, boardId)}`;
}

export const askNameText = (user: User) =>
  `Posted. The others see you as ${nameInText(user)}: what is your name? Reply NAME and your name.`;

type JoinedBoard = { boardId: number; tag: string; owner: NamedUser };

/** Hashtags are left out, because some are private. */
export function excerptOf({ content, files }: { content: string; files: number }, max = EXCERPT_MAX): string {
  const line = toPlainCharacters(
    withoutHashtags(content)
      .replace(/(?:https?:\/\/|\bwww\.)\S+/gi, '(link)')
      .replace(/[\p{C}\s]+/gu, ' '),
  )
    .replace(/(\S)\.(?=\p{L})/gu, '$1. ') // phones make a link of `word.word`
    .trim();
  return shorten(line, max) || (files > 0 ? '(photo)' : '(note)');
}

/** Typographic characters are not in the GSM alphabet and would double the price of the text. */
export const toPlainCharacters = (text: string): string =>
  text.replace(/[‘’‚]/g, "'").replace(/[“”„]/g, '"').replace(/[–—]/g, '-').replaceAll('…', '...');
