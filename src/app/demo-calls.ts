import type { App } from './app';
import { VisibleError } from './errors';

/** Later calls are off until they are named here: nothing may leave a demo, or reach another visitor. */
const CALLS = new Set(
  [
    'product.get demo.state demo.start simulator.texts simulator.send simulator.phones',
    'auth.session auth.login auth.codeState auth.verify auth.logout auth.deleteAccount auth.devices auth.endDevice',
    'users.profile users.updateProfile users.removePhoto users.storage users.firstSteps users.dismissFirstSteps',
    'users.setTimeZone messages.list messages.byTag messages.onSharedBoard messages.polledPage messages.get',
    'messages.thread messages.add messages.edit messages.react messages.tick messages.pin messages.remove',
    'messages.restore messages.takeOff media.words media.describe previews.get',
    'boards.tags boards.shared boards.createShared boards.members boards.people boards.namePerson',
    'boards.blockedPeople boards.blockPerson boards.unblockPerson boards.invite boards.convertAndInvite',
    'boards.renameShared boards.renamePrivate boards.removeMember boards.removeShared boards.seen boards.pin',
    'boards.setList boards.archive boards.tagsWithCounts boards.sharedWithCounts boards.tagRemoval',
    'boards.removeTag boards.restoreTag invites.toBoard invites.convertAndInvite invites.ofBoard invites.takeBack',
    'notifications.preferences notifications.setPreference notifications.setAnswersPosted',
    'notifications.channels notifications.setChannel digests.list digests.set digests.end',
    'evening.get evening.set evening.end reminders.list reminders.set reminders.snooze reminders.done',
    'reminders.end reminders.restore search.messages search.count search.related',
    // answered with nothing, because the dashboard asks them
    'push.list push.offer pages.ofBoard mail.get',
  ].flatMap((line) => line.split(' ')),
);

export const isInDemo = (call: string): boolean => CALLS.has(call);

export const notInDemo = () => new VisibleError('not_in_demo', 'This is switched off in the demo.');

export function requireInDemo({ config }: App, call: string): void {
  if (config.demo && !isInDemo(call)) throw notInDemo();
}
