import type { App } from '../app/app';
import { invitationOf, pendingInvitation } from '../boards/invites/invites';
import { enqueue } from '../outbox/outbox';
import { boardInviteText, declinedText, inviteText } from '../outbox/texts';
import { findUserByPhone } from '../people/users';
import { withoutPoliteness, withoutTypos } from './commands/plain-words';

const LENGTH_MAX = 100;
const WHO =
  /^(?:(?:sure|ok|okay|yes|no|sorry|maybe)[\s,.!]+)?(?:but )?(?:wh?o(?:'s|s| is| are| r| the (?:hell|heck) is)? (?:this|dis|that|u|you|it)\b|who (?:gave|is|sent|invited|are|r)\b|wh?at(?:'s|s| is| the (?:hell|heck) is)? (?:this|dis|that|tagline|it)\b|do i know (?:you|u)|(?:i|sorry) (?:do not|don'?t|dont) know (?:who|you|what|this)\b|idk (?:who|you|what)|how did (?:you|u) get (?:my|this)|why (?:am i getting|are you texting|did i get)|is this (?:a )?(?:spam|scam|real|legit)|new phone,? who)/i;
const WHO_ABROAD =
  /^¿?(?:qui[eé]n (?:es|eres|sos|habla)|qu[eé] es esto|de parte de qui[eé]n|wer (?:ist|sind|bist|schreibt)|was ist das|qui (?:est|es|êtes)|c'est qui|c'est quoi|chi (?:è|e|sei)|cos'[eè]|quem (?:é|e|fala|está)|o que é isso|wie is (?:dit|dat|daar)|wat is dit)(?!\p{L})/iu;
const NO =
  /^(?:no+|nope|nah|naw|no,? (?:thanks|thank you|thx|ty|way|gracias|grazie|merci|obrigad[oa])|not (?:interested|me|for me|now|today)|(?:i am|i'm|im) not interested|i do(?: not|n'?t) (?:want|wanna|need)\b.*|wrong (?:number|person|#|guy)|you(?:'ve| have)? (?:got |have )?the wrong (?:number|person)|(?:i think )?(?:you|u) have the wrong .*|(?:this|that) is(?: not|n'?t) .{1,20}|n[uú]mero (?:equivocado|errado)|falsche nummer|faux num[eé]ro|mauvais num[eé]ro|numero sbagliato|nein(?: danke)?|non(?: merci| grazie)?|n[aã]o(?: obrigad[oa])?|nee(?: dank je)?)$/iu;

/** Who was invited and is no user yet may ask who writes, or decline: that is no note, and makes no account. */
export function answerInvited(app: App, phone: string, body: string): boolean {
  if (body.length > LENGTH_MAX || (body.includes('#') && !/wrong #/i.test(body))) return false;
  const text = withoutTypos(withoutPoliteness(body.trim()));
  const asks = WHO.test(text) || WHO_ABROAD.test(text);
  if (!asks && !NO.test(text)) return false;
  if (findUserByPhone(app, phone) || invitationOf(app, phone) !== 'open') return false;
  const invitation = pendingInvitation(app, phone);
  if (!invitation) return false;
  const { inviter, tag } = invitation;
  const asked = tag === null ? inviteText(app, inviter) : boardInviteText(app, { inviter, tag });
  enqueue(app, {
    to: phone,
    kind: 'reply',
    body: asks ? asked : declinedText(app),
    dedupeKey: `invited ${asks ? 'who' : 'no'} ${invitation.createdAt} ${phone}`,
  });
  return true;
}
