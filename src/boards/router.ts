import { z } from 'zod';
import { answer, BY_BOARD, router, signedIn, versioned } from '../app/trpc';
import {
  archiveInput,
  boardArchived,
  boardListed,
  boardPinned,
  boardSeen,
  listInput,
  pinInput,
  seenInput,
} from '../contract/board-lists';
import * as shapes from '../contract/boards';
import { publicName } from '../contract/people';
import { idInput, succeeded } from '../contract/text';
import { blockPerson, listBlockedPeople, unblockPerson } from './blocking';
import { deleteSharedBoard, removeMember } from './leaving';
import { sharedBoards, tags } from './lists';
import { archiveBoard, markSeen, pinBoard, setList } from './marks';
import { renamePrivate, renameShared } from './naming';
import { listPeople, namePerson } from './people';
import { convertAndInvite, createSharedBoard, invite, listMembers } from './sharing';

export const boardsRouter = router({
  tags: versioned
    .meta(BY_BOARD)
    .meta({ rest: 'GET /api/tags', summary: "List the caller's private boards by their tags" })
    .output(answer(shapes.tagList))
    .query(({ ctx }) => tags(ctx.app, ctx.user)),

  shared: versioned
    .meta(BY_BOARD)
    .meta({ rest: 'GET /api/shared-boards', summary: 'List the shared boards that the caller is on' })
    .output(answer(z.array(shapes.sharedBoard)))
    .query(({ ctx }) => sharedBoards(ctx.app, ctx.user)),

  createShared: signedIn
    .meta({
      rest: 'POST /api/shared-boards',
      summary: 'Create a shared board that the caller owns',
      status: 201,
    })
    .input(shapes.createSharedInput)
    .output(answer(shapes.sharedBoard))
    .mutation(({ ctx, input }) => createSharedBoard(ctx.app, ctx.user, input.name)),

  members: versioned
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/shared-boards/{name}/members',
      summary: 'List the members of a shared board; only its owner sees whole phone numbers',
    })
    .input(shapes.boardByNameInput)
    .output(answer(z.array(shapes.member)))
    .query(({ ctx, input }) => listMembers(ctx.app, ctx.user, input.name)),

  people: versioned
    .meta({
      rest: 'GET /api/people',
      summary: 'List the people who share a board with the caller, first those who joined one last',
    })
    .output(answer(z.array(shapes.person)))
    .query(({ ctx }) => listPeople(ctx.app, ctx.user)),

  namePerson: signedIn
    .meta({
      rest: 'PUT /api/people/{userId}/name',
      summary: 'Give a name to somebody who shares a board with the caller; nobody else sees it',
    })
    .input(shapes.namePersonInput)
    .output(answer(shapes.personNamed))
    .mutation(({ ctx, input }) => namePerson(ctx.app, ctx.user, input.userId, input.name)),

  blockedPeople: signedIn
    .meta({ rest: 'GET /api/blocked-people', summary: 'List the people whom the caller has blocked' })
    .output(answer(z.array(shapes.blockedPerson)))
    .query(({ ctx }) => listBlockedPeople(ctx.app, ctx.user)),

  blockPerson: signedIn
    .meta({
      rest: 'POST /api/blocked-people',
      summary: 'Leave the boards of a person, who can neither add nor invite the caller any more',
    })
    .input(shapes.blockPersonInput)
    .output(answer(shapes.personBlocked))
    .mutation(({ ctx, input }) => {
      const { person } = blockPerson(ctx.app, ctx.user, input.userId);
      return succeeded(`${publicName(person)} can neither add nor invite you any more.`);
    }),

  unblockPerson: signedIn
    .meta({
      rest: 'DELETE /api/blocked-people/{id}',
      summary: 'Let a person add and invite the caller again',
    })
    .input(idInput)
    .output(answer(shapes.personUnblocked))
    .mutation(({ ctx, input }) => unblockPerson(ctx.app, ctx.user, input.id)),

  invite: signedIn
    .meta({
      rest: 'POST /api/shared-boards/{name}/invite',
      summary: 'Make somebody who has an account a member of a board that the caller owns',
    })
    .input(shapes.inviteInput)
    .output(answer(shapes.memberInvited))
    .mutation(({ ctx, input }) => invite(ctx.app, ctx.user, input.name, input.userId ?? input.phoneNumber!)),

  convertAndInvite: signedIn
    .meta({
      rest: 'POST /api/private-boards/{name}/convert-and-invite',
      summary: 'Convert a private board to a shared board and invite somebody to it',
    })
    .input(shapes.convertInput)
    .output(answer(shapes.boardConverted))
    .mutation(({ ctx, input }) =>
      convertAndInvite(ctx.app, ctx.user, input.name, input.userId ?? input.phoneNumber!),
    ),

  renameShared: signedIn
    .meta({
      rest: 'PUT /api/shared-boards/{boardId}/rename',
      summary: 'Rename a shared board that the caller owns, for all of its members',
    })
    .input(shapes.renameSharedInput)
    .output(answer(shapes.sharedBoardRenamed))
    .mutation(({ ctx, input }) => renameShared(ctx.app, ctx.user, input.boardId, input.newName)),

  renamePrivate: signedIn
    .meta({ rest: 'PUT /api/private-boards/{name}/rename', summary: 'Rename a private board' })
    .input(shapes.renamePrivateInput)
    .output(answer(shapes.privateBoardRenamed))
    .mutation(({ ctx, input }) => renamePrivate(ctx.app, ctx.user, input.name, input.newName)),

  removeMember: signedIn
    .meta({
      rest: 'DELETE /api/shared-boards/{boardId}/members/{userId}',
      summary: 'Leave a shared board, or remove a member from a board that the caller owns',
    })
    .input(shapes.removeMemberInput)
    .output(answer(shapes.memberRemoved))
    .mutation(({ ctx, input }) => removeMember(ctx.app, ctx.user, input.boardId, input.userId)),

  removeShared: signedIn
    .meta({
      rest: 'DELETE /api/shared-boards/{boardId}',
      summary: 'Delete a shared board that the caller owns; its messages stay with the people who sent them',
    })
    .input(shapes.boardByIdInput)
    .output(answer(shapes.boardDeleted))
    .mutation(({ ctx, input }) => deleteSharedBoard(ctx.app, ctx.user, input.boardId)),

  seen: signedIn
    .meta({
      rest: 'PUT /api/boards/{tag}/seen',
      summary: "Mark the messages on one of the caller's boards as seen, up to an id",
    })
    .input(seenInput)
    .output(answer(boardSeen))
    .mutation(({ ctx, input }) => markSeen(ctx.app, ctx.user, input.tag, input.messageId)),

  pin: signedIn
    .meta({
      rest: 'PUT /api/boards/{tag}/pin',
      summary: "Pin one of the caller's boards to the top of the caller's lists, or unpin it",
    })
    .input(pinInput)
    .output(answer(boardPinned))
    .mutation(({ ctx, input }) => pinBoard(ctx.app, ctx.user, input.tag, input.pinned)),

  setList: signedIn
    .meta({
      rest: 'PUT /api/boards/{tag}/list',
      summary: 'Say for all of its members whether the short messages on a board can be ticked',
    })
    .input(listInput)
    .output(answer(boardListed))
    .mutation(({ ctx, input }) => setList(ctx.app, ctx.user, input.tag, input.list)),

  archive: signedIn
    .meta({
      rest: 'PUT /api/boards/{tag}/archive',
      summary: "Hide one of the caller's boards from the menu and the dashboard, or show it again",
    })
    .input(archiveInput)
    .output(answer(boardArchived))
    .mutation(({ ctx, input }) => archiveBoard(ctx.app, ctx.user, input.tag, input.archived)),
});
