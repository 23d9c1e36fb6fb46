import { finishEmptyingLog } from '../../db/write-ahead-log';
import type { Chore } from '../app/chores';
import { moveLogIntoFile } from '../app/log-mover';
import { deleteOldHits } from '../app/rate-limits';
import { forgetOldImports } from '../archive/job-rows';
import { continueImports } from '../archive/running';
import { deleteOldInvites } from '../boards/invites/invites';
import { deleteEndedGuestLinks } from '../boards/pages/guest-links';
import { sendGatheredRenames } from '../boards/renames';
import { downloadQueued } from '../media/downloads';
import { deleteOrphanWidths, deleteRemovedFiles, setOrphanFilesAside } from '../media/files';
import { deleteUnusedUploads } from '../media/media';
import { tendMedia } from '../media/place/chore';
import { deleteUnlinkedPreviews } from '../media/previews/previews';
import { preparePicture } from '../media/widths';
import { readNextPhoto } from '../media/words/words';
import { deleteExpired } from '../messages/deleted-messages';
import { sendHooks } from '../messages/hooks/sending';
import { forgetIdempotencyKeys } from '../messages/idempotency';
import { sendDueDigests } from '../notices/digests/due';
import { sendEveningQuestions } from '../notices/evening/due';
import { sendMails } from '../notices/mail/mailing';
import { notifyFurtherMembers, sendGatheredNotifications } from '../notices/notifications';
import { tellOfReactions } from '../notices/reactions';
import { sendDueReminders } from '../notices/reminders/due';
import { forgetReminders } from '../notices/reminders/reminders';
import { backUpIfDue, deleteOldUpgradeCopies } from '../operators/backup/schedule';
import { continueBroadcast } from '../operators/broadcast-queue';
import { queueLimitedTexts } from '../outbox/limits';
import { deleteOldTexts } from '../outbox/outbox';
import { fetchMissedReports } from '../outbox/reports';
import { storeSeenSessions } from '../people/auth/devices';
import { deleteOldChallenges } from '../people/auth/passkey-challenges';
import { deleteUnusedPrograms } from '../people/auth/programs';
import { closeEndedSockets, deleteExpiredSessions } from '../people/auth/sessions';
import { storeUsedTokens } from '../people/auth/tokens';
import { embedQueued } from '../search/meaning/embedding';
import { mergeIndex } from '../search/merging';
import { drainIndexQueue } from '../search/search';
import { forgetOldActs } from '../texting/acts';
import { endVisits } from '../texting/demo/visit';
import { watchLine } from '../texting/line-watch';
import { receiveMissedTexts } from '../texting/missed-texts';
import { forgetOldProofs } from '../texting/proofs';
import { answerQuestions, forgetOldQuestions } from '../texting/questions';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const CHORES: Chore[] = [
  { name: 'download photos of texts', every: 5 * SECOND, run: downloadQueued, wake: 'wakeMedia' },
  { name: 'answer questions by text', every: 5 * SECOND, run: answerQuestions, wake: 'wakeQuestions' },
  { name: 'import files', every: 5 * SECOND, run: continueImports, wake: 'wakeImports' },
  { name: 'close sockets of ended sessions', every: SECOND / 2, run: closeEndedSockets },
  { name: 'delete expired sessions', every: HOUR, run: deleteExpiredSessions },
  { name: 'delete expired challenges of passkeys', every: HOUR, run: deleteOldChallenges },
  { name: 'store when sessions were used', every: 10 * MINUTE, run: storeSeenSessions },
  { name: 'delete unused programs', every: HOUR, run: deleteUnusedPrograms },
  { name: 'store when access tokens were used', every: 10 * MINUTE, run: storeUsedTokens },
  { name: 'notify further members', every: SECOND / 2, run: notifyFurtherMembers },
  { name: 'send gathered notifications', every: SECOND, run: sendGatheredNotifications },
  { name: 'tell of boards that were renamed again', every: 5 * SECOND, run: sendGatheredRenames },
  { name: 'tell of reactions', every: 5 * SECOND, run: tellOfReactions },
  { name: 'end visits of a demo', every: 2 * SECOND, run: endVisits },
  { name: 'send digests', every: 5 * SECOND, run: sendDueDigests },
  { name: 'ask what to remember', every: 5 * SECOND, run: sendEveningQuestions },
  { name: 'send reminders', every: SECOND, run: sendDueReminders },
  { name: 'send mails', every: 5 * SECOND, run: sendMails, wake: 'wakeMails' },
  { name: 'send webhooks', every: 5 * SECOND, run: sendHooks, wake: 'wakeHooks' },
  { name: 'queue texts that waited for a limit', every: 10 * SECOND, run: queueLimitedTexts },
  { name: 'look whether the line is there', every: MINUTE, run: watchLine },
  {
    name: 'receive missed texts',
    every: 5 * MINUTE,
    first: [10 * SECOND, 50 * SECOND],
    run: receiveMissedTexts,
  },
  { name: 'fetch missed reports and prices', every: 10 * MINUTE, run: fetchMissedReports },
  { name: 'continue a broadcast', every: SECOND, run: continueBroadcast },
  { name: 'index messages', every: SECOND / 4, run: drainIndexQueue },
  { name: 'merge the search index', every: MINUTE, run: mergeIndex },
  { name: 'embed messages', every: SECOND, run: embedQueued },
  { name: 'delete messages for good', every: 5 * SECOND, run: deleteExpired },
  { name: 'move the log into the database', every: SECOND / 4, run: moveLogIntoFile },
  { name: 'empty the log of the database', every: 5 * SECOND, run: ({ db }) => finishEmptyingLog(db) },
  { name: 'delete removed files', every: 5 * SECOND, run: deleteRemovedFiles },
  { name: 'look after files in S3', every: 10 * SECOND, run: tendMedia },
  { name: 'prepare pictures', every: SECOND / 2, run: preparePicture },
  { name: 'read words in photos', every: SECOND / 2, run: readNextPhoto },
  { name: 'delete orphan widths of pictures', every: HOUR, run: deleteOrphanWidths },
  { name: 'set orphan files aside', every: HOUR, run: setOrphanFilesAside },
  { name: 'delete unused uploads', every: HOUR, run: deleteUnusedUploads },
  { name: 'forget idempotency keys', every: HOUR, run: forgetIdempotencyKeys },
  { name: 'forget what was done by text', every: HOUR, run: forgetOldActs },
  { name: 'forget what waited for an OK', every: HOUR, run: forgetOldProofs },
  { name: 'forget questions by text', every: HOUR, run: forgetOldQuestions },
  { name: 'delete old texts', every: HOUR, run: deleteOldTexts },
  { name: 'forget reminders that have ended', every: HOUR, run: forgetReminders },
  { name: 'forget old imports', every: HOUR, run: forgetOldImports },
  { name: 'delete old invites', every: HOUR, run: deleteOldInvites },
  { name: 'delete guest links that have ended', every: HOUR, run: deleteEndedGuestLinks },
  { name: 'delete unlinked previews', every: HOUR, run: deleteUnlinkedPreviews },
  { name: 'delete old hits of rate limits', every: HOUR, run: deleteOldHits },
  { name: 'back up', every: 10 * MINUTE, run: (app) => backUpIfDue(app) },
  { name: 'delete old copies before upgrades', every: HOUR, run: deleteOldUpgradeCopies },
];
