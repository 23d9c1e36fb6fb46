import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { hasOtherLetters, OTHER_LETTERS } from '../../contract/mail';
import { askToConfirm, setByMail } from '../../people/mail-address';
import { recordAct } from '../acts';
import { askProof } from '../proofs';
import { type Handler, SETTING_CHANGED_TEXT, type Undo } from './handler';

const NO_MAIL_TEXT = 'This server sends no mail, so your notices come by text.';
const NO_ADDRESS_TEXT = 'Text MAIL and your address, such as MAIL ann@example.org.';

const isOnText = (address: string) =>
  `Notifications, digests and reminders go to ${address} instead of here. MAIL OFF ends that.`;
const IS_OFF_TEXT = 'Notifications, digests and reminders come by text. MAIL ON sends them by mail.';

export const obeyMail: Handler<'mail'> = (app, sender, { address, isOn }, { at }) => {
  if (!app.mailer) return NO_MAIL_TEXT;
  if (address !== null && hasOtherLetters(address)) return OTHER_LETTERS;
  if (address !== null && address !== sender.mailAddress) {
    // whoever forges the number would read what others post, so the owner is asked (SECURITY.md)
    const question = (digits: string) => `Reply OK ${digits} to have your notices sent to ${address}.`;
    askProof(app, sender, { act: 'mail', data: { address }, question });
    return null;
  }
  if (!sender.mailAddress) return isOn ? NO_ADDRESS_TEXT : IS_OFF_TEXT;
  if (isOn !== sender.byMail) {
    setByMail(app, sender, isOn);
    recordAct(app, sender, { kind: 'mail', data: { isOn }, at });
  }
  return isOn ? isOnText(sender.mailAddress) : IS_OFF_TEXT;
};

export const undoMail: Undo = (app, user, { data }) => {
  const { isOn } = data as { isOn: boolean };
  if (user.byMail !== isOn || !user.mailAddress) return SETTING_CHANGED_TEXT;
  setByMail(app, user, !isOn);
  return `Taken back. ${isOn ? IS_OFF_TEXT : isOnText(user.mailAddress)}`;
};

export function mailAsAsked(app: App, sender: User, { address }: { address: string }): string {
  try {
    askToConfirm(app, sender, address);
    return `A mail is on its way to ${address}. Open the link in it, and your notices go there.`;
  } catch (error) {
    if (error instanceof VisibleError) return error.message;
    throw error;
  }
}
