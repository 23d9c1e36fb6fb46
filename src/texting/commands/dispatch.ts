import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { CommandKind } from '../../contract/texting-forms';
import { enqueue } from '../../outbox/outbox';
import { findUserByPhone } from '../../people/users';
import { recordAct } from '../acts';
import { firstPartOf } from '../joined-texts';
import { answerText, replyToMessage } from '../replies';
import { obeyLogin, obeyZone } from './account';
import { afterPhoto, recogniseAfterPhoto } from './after-photo';
import { afterReminder, recogniseAfterReminder } from './after-reminder';
import { obeyAnswers } from './answers';
import { obeyAsk, obeyHelp, obeyMore, obeyOpen, obeyReminders, obeyStatus } from './ask';
import { mayNameBoard, recogniseNamedBoard } from './board-words';
import type { Command } from './command';
import { mayCorrect, recogniseCorrection } from './corrections';
import { obeyDigest, obeyMute } from './digests';
import { obeyEvening } from './evening';
import { obeyDelete, obeyEdit, obeyTag } from './fix';
import { type CommandText, type Handler, NOTE } from './handler';
import { obeyInvite } from './invite';
import { mayTick, obeyList, obeyTick, recogniseTick } from './lists';
import { obeyMail } from './mail';
import { mayNameReminder, recogniseNamedReminder } from './named-reminder';
import { hasDigits, isAssent, isJustTold, obeyOk, recogniseOk } from './ok';
import { isAskedForName, obeyName, obeyWho, recogniseAsName } from './people';
import { recognise } from './recognise';
import { obeyDone, obeyRemind, obeySnooze } from './reminders';
import { obeyReply } from './replies';
import { cutOf } from './rest';
import { obeyUndo } from './undo';
import { obeyBlock, obeyLeave } from './way-out';

const HANDLERS: { [K in CommandKind]: Handler<K> } = {
  ask: obeyAsk,
  status: obeyStatus,
  more: obeyMore,
  open: obeyOpen,
  tag: obeyTag,
  edit: obeyEdit,
  delete: obeyDelete,
  undo: obeyUndo,
  ok: obeyOk,
  remind: obeyRemind,
  reminders: obeyReminders,
  snooze: obeySnooze,
  done: obeyDone,
  tick: obeyTick,
  list: obeyList,
  zone: obeyZone,
  login: obeyLogin,
  help: obeyHelp,
  reply: obeyReply,
  digest: obeyDigest,
  evening: obeyEvening,
  mute: obeyMute,
  mail: obeyMail,
  answers: obeyAnswers,
  who: obeyWho,
  invite: obeyInvite,
  name: obeyName,
  leave: obeyLeave,
  block: obeyBlock,
};

/** A text with files and any other command is a note. */
const WITH_FILES: readonly CommandKind[] = ['reply', 'remind'];

/** Commands so long that a carrier may cut them into parts. */
const CAN_BE_CUT: readonly CommandKind[] = ['edit', 'reply', 'remind'];

export function findCommand({ body, files }: CommandText): Command | null {
  const command = recognise(body) ?? recogniseFirstPart(body);
  return command && (files.length === 0 || WITH_FILES.includes(command.kind)) ? command : null;
}

/** What means something only after what has just happened. */
export function findCommandHere(app: App, phone: string, { body, files, at }: CommandText): Command | null {
  const answer = files.length > 0 ? null : recogniseAfterReminder(body);
  const tag = files.length > 0 ? null : recogniseAfterPhoto(body);
  const name = files.length > 0 ? null : recogniseAsName(body);
  const isTick = files.length === 0 && mayTick(body);
  const isCorrection = files.length === 0 && mayCorrect(body);
  const isNamed = files.length === 0 && mayNameBoard(body);
  const isReminder = files.length === 0 && mayNameReminder(body);
  const isYes = files.length === 0 && (isAssent(body) || hasDigits(body));
  const user =
    answer || tag || name || isTick || isCorrection || isReminder || isYes || isNamed
      ? findUserByPhone(app, phone)
      : null;
  if (!user) return null;
  return (
    (answer && afterReminder(app, user, answer, at)) ??
    (tag && afterPhoto(app, user, tag, at)) ??
    (name && isAskedForName(app, user, at) ? name : null) ??
    (isTick ? recogniseTick(app, user, body, at) : null) ??
    (isReminder ? recogniseNamedReminder(app, user, body, at) : null) ??
    (isCorrection ? recogniseCorrection(app, user, body, at) : null) ??
    (isYes ? recogniseOk(app, user, body, at) : null) ??
    (isNamed && !recognise(body) && !isJustTold(app, user, at) ? recogniseNamedBoard(app, user, body) : null)
  );
}

function recogniseFirstPart(body: string): Command | null {
  const words = firstPartOf(body);
  const command = words === null ? null : recognise(words);
  return command && CAN_BE_CUT.includes(command.kind) ? command : null;
}

export function obey(
  app: App,
  sender: User,
  command: Command,
  text: CommandText,
  { isNewcomer = false } = {},
): { messageId?: number } | null {
  const handler = HANDLERS[command.kind] as Handler<CommandKind>;
  const result = handler(app, sender, command, text);
  if (result === NOTE) return null;
  const { answer, messageId, pictures } =
    typeof result === 'object' && result
      ? result
      : { answer: result, messageId: undefined, pictures: undefined };
  if (messageId) recordAct(app, sender, { kind: 'note', messageId, data: cutOf(text), at: text.at });
  if (answer && isNewcomer) answerText(app, sender.phone, answer);
  else if (answer) enqueue(app, { to: sender.phone, kind: 'reply', body: answer, media: pictures });
  else if (messageId) replyToMessage(app, sender, messageId);
  return { messageId };
}
