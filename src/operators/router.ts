import { z } from 'zod';
import { answer, operator, router } from '../app/trpc';
import * as shapes from '../contract/admin';
import * as blocked from '../contract/blocked-numbers';
import { consent, consentsInput } from '../contract/consent';
import { costsOfPeopleInput, personCosts, textCosts } from '../contract/costs';
import { finding } from '../contract/health';
import { line } from '../contract/line';
import { page } from '../contract/messages';
import { newNumber, newNumberAnnounced } from '../contract/new-number';
import { idInput } from '../contract/text';
import { heldTexts, heldTextsDecided, heldTextsInput, textingState } from '../contract/texting';
import { listFailedDownloads, retryDownload } from '../media/downloads';
import { listConsents } from '../outbox/consent';
import { listCosts, listCostsOfPeople } from '../outbox/costs';
import { countHeldTexts, decideHeldTexts } from '../outbox/held-texts';
import { textingState as getTextingState } from '../texting/health';
import { estimateAudience } from './audience';
import { blockNumber, listBlockedNumbers, unblockNumber } from './blocked-numbers';
import { listBroadcasts, sendBroadcast, sendTestBroadcast, stopBroadcast } from './broadcasts';
import { listFeedback } from './feedback';
import { tryDisk } from './health/disk-trial';
import { checkHealth } from './health/health';
import { examineLine, getLine, repairLine } from './line';
import { closeNewNumber, findNewNumber } from './new-number';
import { endSignIns } from './sign-ins';
import { getStats } from './stats';
import { countUsers, listUsers, removeUser, removeUsers } from './users';

export const adminRouter = router({
  stats: operator
    .meta({
      rest: 'GET /api/admin/stats',
      summary: 'Count users, messages, shared boards, and the accounts of the past seven days',
    })
    .output(answer(shapes.stats))
    .query(({ ctx }) => getStats(ctx.app)),

  users: operator
    .meta({
      rest: 'GET /api/admin/users',
      summary: 'List all accounts, newest first; a page of them with `limit` and `offset`',
      count: ({ app }, { search }: shapes.UsersInput) => countUsers(app, search),
    })
    .input(shapes.usersInput)
    .output(answer(z.array(shapes.adminUser)))
    .query(({ ctx, input }) => listUsers(ctx.app, input)),

  countUsers: operator
    .meta({ rest: 'GET /api/admin/users/count', summary: 'Count all accounts, or those that a search finds' })
    .input(shapes.countUsersInput)
    .output(answer(shapes.userCount))
    .query(({ ctx, input }) => ({ count: countUsers(ctx.app, input.search) })),

  removeUsers: operator
    .meta({
      rest: 'DELETE /api/admin/users/bulk-delete',
      summary: 'Delete several accounts with all their data',
    })
    .input(shapes.removeUsersInput)
    .output(answer(shapes.usersRemoved))
    .mutation(({ ctx, input }) => removeUsers(ctx.app, ctx.user, input.userIds)),

  removeUser: operator
    .meta({ rest: 'DELETE /api/admin/users/{id}', summary: 'Delete an account with all its data' })
    .input(idInput)
    .output(answer(shapes.userRemoved))
    .mutation(({ ctx, input }) => removeUser(ctx.app, ctx.user, input.id)),

  endSignIns: operator
    .meta({
      rest: 'POST /api/admin/users/{id}/end-sign-ins',
      summary:
        'End all passkeys, sessions and access tokens of an account, and tell its owner in the account log',
    })
    .input(idInput)
    .output(answer(shapes.signInsEnded))
    .mutation(({ ctx, input }) => endSignIns(ctx.app, ctx.user, input.id)),

  blockedNumbers: operator
    .meta({ rest: 'GET /api/admin/blocked-numbers', summary: 'List the blocked numbers, newest first' })
    .output(answer(z.array(blocked.blockedNumber)))
    .query(({ ctx }) => listBlockedNumbers(ctx.app)),

  blockNumber: operator
    .meta({
      rest: 'POST /api/admin/blocked-numbers',
      summary: 'Block a number: it can neither text, sign in nor make an account, and its sign-ins end',
    })
    .input(blocked.blockNumberInput)
    .output(answer(blocked.numberBlocked))
    .mutation(({ ctx, input }) => blockNumber(ctx.app, ctx.user, input)),

  unblockNumber: operator
    .meta({ rest: 'DELETE /api/admin/blocked-numbers/{id}', summary: 'Block a number no more' })
    .input(idInput)
    .output(answer(blocked.numberUnblocked))
    .mutation(({ ctx, input }) => unblockNumber(ctx.app, ctx.user, input.id)),

  feedback: operator
    .meta({
      rest: 'GET /api/admin/feedback',
      summary: 'List the messages tagged #feedback, newest first; a page of them with `limit` and `before`',
    })
    .input(page)
    .output(answer(z.array(shapes.feedbackMessage)))
    .query(({ ctx, input }) => listFeedback(ctx.app, input)),

  estimate: operator
    .meta({
      rest: 'GET /api/admin/broadcast-sms/estimate',
      summary: 'Estimate how many people a broadcast would reach now, at which pace and price',
    })
    .output(answer(shapes.audience))
    .query(({ ctx }) => estimateAudience(ctx.app)),

  testBroadcast: operator
    .meta({ rest: 'POST /api/admin/broadcast-sms/test', summary: 'Text a broadcast to the caller alone' })
    .input(shapes.broadcastInput)
    .output(answer(shapes.testBroadcastSent))
    .mutation(({ ctx, input }) => sendTestBroadcast(ctx.app, ctx.user, input.message)),

  broadcast: operator
    .meta({
      rest: 'POST /api/admin/broadcast-sms',
      summary: 'Text everybody; a long broadcast goes on after the answer',
    })
    .input(shapes.broadcastInput)
    .output(answer(shapes.broadcast))
    .mutation(({ ctx, input }) => sendBroadcast(ctx.app, ctx.user, input.message)),

  broadcasts: operator
    .meta({
      rest: 'GET /api/admin/broadcasts',
      summary: 'List the latest broadcasts with their progress, newest first',
    })
    .output(answer(z.array(shapes.broadcast)))
    .query(({ ctx }) => listBroadcasts(ctx.app)),

  stopBroadcast: operator
    .meta({
      rest: 'POST /api/admin/broadcasts/{id}/stop',
      summary: 'Stop a broadcast: nobody else is texted',
    })
    .input(idInput)
    .output(answer(shapes.broadcast))
    .mutation(({ ctx, input }) => stopBroadcast(ctx.app, ctx.user, input.id)),

  health: operator
    .meta({
      rest: 'GET /api/admin/health',
      summary: 'Check texts, data, disk, clock and backups, with advice for each',
    })
    .output(answer(z.array(finding)))
    .query(async ({ ctx }) => {
      await tryDisk(ctx.app);
      return checkHealth(ctx.app);
    }),

  line: operator
    .meta({
      rest: 'GET /api/admin/line',
      summary: 'Show the line that texts go through, and what its gateway said when it was last checked',
    })
    .output(answer(line))
    .query(({ ctx }) => getLine(ctx.app)),

  checkLine: operator
    .meta({
      rest: 'POST /api/admin/line/check',
      summary: 'Ask the gateway what it lacks to send and receive texts; takes seconds',
    })
    .output(answer(line))
    .mutation(({ ctx }) => examineLine(ctx.app)),

  repairLine: operator
    .meta({
      rest: 'POST /api/admin/line/repair',
      summary: 'Set at the gateway what can be set from here, such as webhooks, and ask it then',
    })
    .output(answer(line))
    .mutation(({ ctx }) => repairLine(ctx.app)),

  texting: operator
    .meta({
      rest: 'GET /api/admin/texting',
      summary:
        'Show when texts last came and went, what waits, what failed and why, and what was spent today',
    })
    .output(answer(textingState))
    .query(({ ctx }) => getTextingState(ctx.app)),

  costs: operator
    .meta({
      rest: 'GET /api/admin/costs',
      summary: 'Sum up texts, segments and prices by month and kind, newest month first, with the budget',
    })
    .output(answer(textCosts))
    .query(({ ctx }) => listCosts(ctx.app)),

  costsOfPeople: operator
    .meta({
      rest: 'GET /api/admin/costs/{month}/people',
      summary:
        'Sum up the texts of a month by person, the highest cost first; a page with `limit` and `offset`',
    })
    .input(costsOfPeopleInput)
    .output(answer(z.array(personCosts)))
    .query(({ ctx, input }) => listCostsOfPeople(ctx.app, input)),

  consents: operator
    .meta({
      rest: 'GET /api/admin/consents',
      summary:
        'List numbers with how and since when their owners agreed to texts, and when they stopped them',
    })
    .input(consentsInput)
    .output(answer(z.array(consent)))
    .query(({ ctx, input }) => listConsents(ctx.app, input)),

  downloads: operator
    .meta({
      rest: 'GET /api/admin/downloads',
      summary:
        'List the files of texts that could not be downloaded, newest first, and when each is tried again',
    })
    .output(answer(z.array(shapes.failedDownload)))
    .query(({ ctx }) => listFailedDownloads(ctx.app)),

  retryDownload: operator
    .meta({
      rest: 'POST /api/admin/downloads/{id}/retry',
      summary: 'Try to download a file of a text again at once',
    })
    .input(idInput)
    .output(answer(shapes.downloadRetried))
    .mutation(({ ctx, input }) => {
      retryDownload(ctx.app, input.id);
      return { success: true as const, message: 'The file is tried again.' };
    }),

  heldTexts: operator
    .meta({
      rest: 'GET /api/admin/held-texts',
      summary: 'Count the texts that are held since a backup was restored; null if there are none',
    })
    .output(answer(heldTexts))
    .query(({ ctx }) => countHeldTexts(ctx.app)),

  decideHeldTexts: operator
    .meta({
      rest: 'POST /api/admin/held-texts',
      summary: 'Send the held texts that the gateway does not have, or drop them all',
    })
    .input(heldTextsInput)
    .output(answer(heldTextsDecided))
    .mutation(({ ctx, input }) => decideHeldTexts(ctx.app, input.decision)),

  newNumber: operator
    .meta({
      rest: 'GET /api/admin/new-number',
      summary:
        'The change of the number that people text, until somebody has decided about telling them; else null',
    })
    .output(answer(newNumber))
    .query(({ ctx }) => findNewNumber(ctx.app)),

  closeNewNumber: operator
    .meta({
      rest: 'POST /api/admin/new-number/close',
      summary: 'Note that people were told of the new number, or are not to be told',
    })
    .output(answer(newNumberAnnounced))
    .mutation(({ ctx }) => closeNewNumber(ctx.app, ctx.user)),
});
