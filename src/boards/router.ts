import { z } from 'zod';
import {
  boardByIdInput,
  boardByNameInput,
  convertInput,
  createSharedInput,
  inviteInput,
  member,
  removeMemberInput,
  renamed,
  renamePrivateInput,
  renameSharedInput,
  sharedBoard,
  sharedBoardWithCount,
  tagWithCount,
} from '../contract/boards';
import { withExample } from '../contract/example';
import { done } from '../contract/text';
import { answer, router, signedIn } from '../trpc';
import { requireBoard, sharedWithCounts, tagsWithCounts } from './boards';
import { renamePrivate, renameShared } from './naming';
import {
  convertAndInvite,
  createSharedBoard,
  deleteSharedBoard,
  invite,
  membersOf,
  removeMember,
} from './sharing';

const succeeded = (message: string) => ({ success: true as const, message });

export const boardsRouter = router({
  tags: signedIn
    .meta({
      rest: 'GET /api/tags',
      summary: "The caller's private boards, by their tags",
      versioned: true,
    })
    .output(answer(z.array(z.string()), ['food', 'uncategorized']))
    .query(({ ctx }) => tagsWithCounts(ctx.app, ctx.user).map(({ tag }) => tag)),

  tagsWithCounts: signedIn
    .meta({
      rest: 'GET /api/tags-with-counts',
      summary: "The caller's private boards with how many messages each holds",
      versioned: true,
    })
    .output(answer(z.array(tagWithCount), [{ tag: 'food', count: 12 }]))
    .query(({ ctx }) => tagsWithCounts(ctx.app, ctx.user)),

  shared: signedIn
    .meta({
      rest: 'GET /api/shared-boards',
      summary: 'The shared boards the caller is on',
      versioned: true,
    })
    .output(answer(z.array(sharedBoard), [{ id: 7, name: 'house', role: 'owner' }]))
    .query(({ ctx }) =>
      sharedWithCounts(ctx.app, ctx.user).map(({ id, name, role }) => ({ id, name, role })),
    ),

  sharedWithCounts: signedIn
    .meta({
      rest: 'GET /api/shared-boards-with-counts',
      summary: 'The shared boards the caller is on, with how many messages each holds',
      versioned: true,
    })
    .output(answer(z.array(sharedBoardWithCount), [{ id: 7, name: 'house', role: 'owner', count: 3 }]))
    .query(({ ctx }) => sharedWithCounts(ctx.app, ctx.user)),

  createShared: signedIn
    .meta({
      rest: 'POST /api/shared-boards',
      summary: 'Create a shared board, with the caller as its owner',
      status: 201,
    })
    .output(answer(sharedBoard, { id: 7, name: 'house', role: 'owner' }))
    .input(withExample(createSharedInput, { name: 'House' }))
    .mutation(({ ctx, input }) => createSharedBoard(ctx.app, ctx.user, input.name)),

  members: signedIn
    .meta({
      rest: 'GET /api/shared-boards/{name}/members',
      summary: 'Who is on a shared board; whole phone numbers for its owner only',
      versioned: true,
    })
    .output(
      answer(z.array(member), [
        {
          id: 1,
          userId: 1,
          role: 'owner',
          user: {
            firstName: 'Ann',
            lastName: 'Lee',
            displayName: 'Ann Lee',
            phoneNumber: '+1 ••• ••• 0111',
            avatarUrl: null,
          },
        },
      ]),
    )
    .input(boardByNameInput)
    .query(({ ctx, input }) =>
      membersOf(ctx.app, ctx.user, requireBoard(ctx.app, ctx.user, input.name, 'shared')),
    ),

  invite: signedIn
    .meta({
      rest: 'POST /api/shared-boards/{name}/invite',
      summary: 'Make somebody who has an account a member of a board the caller owns',
    })
    .output(answer(done, succeeded('Successfully invited user to #house')))
    .input(withExample(inviteInput, { name: 'house', phoneNumber: '(202) 555-0122' }))
    .mutation(({ ctx, input }) => {
      invite(ctx.app, ctx.user, input.name, input.phoneNumber);
      return succeeded(`Successfully invited user to #${input.name}`);
    }),

  convertAndInvite: signedIn
    .meta({
      rest: 'POST /api/private-boards/{name}/convert-and-invite',
      summary: 'Make a private board a shared one by inviting somebody to it',
    })
    .output(answer(done, succeeded('#food is now a shared board, and the invitation has been sent.')))
    .input(withExample(convertInput, { name: 'food', phoneNumber: '(202) 555-0122' }))
    .mutation(({ ctx, input }) => {
      convertAndInvite(ctx.app, ctx.user, input.name, input.phoneNumber);
      return succeeded(`#${input.name} is now a shared board, and the invitation has been sent.`);
    }),

  renameShared: signedIn
    .meta({
      rest: 'PUT /api/shared-boards/{boardId}/rename',
      summary: "Rename a board the caller owns; every member's tag follows",
    })
    .output(answer(renamed, { ...succeeded('The board is now #home.'), name: 'home' }))
    .input(withExample(renameSharedInput, { boardId: 7, newName: 'Home' }))
    .mutation(({ ctx, input }) => {
      const name = renameShared(ctx.app, ctx.user, input.boardId, input.newName);
      return { ...succeeded(`The board is now #${name}.`), name };
    }),

  renamePrivate: signedIn
    .meta({
      rest: 'PUT /api/private-boards/{name}/rename',
      summary: 'Rename a private board',
    })
    .output(answer(renamed, { ...succeeded('The board is now #meals.'), name: 'meals' }))
    .input(withExample(renamePrivateInput, { name: 'food', newName: 'Meals' }))
    .mutation(({ ctx, input }) => {
      const name = renamePrivate(ctx.app, ctx.user, input.name, input.newName);
      return { ...succeeded(`The board is now #${name}.`), name };
    }),

  removeMember: signedIn
    .meta({
      rest: 'DELETE /api/shared-boards/{boardId}/members/{userId}',
      summary: 'Leave a shared board, or remove somebody from a board the caller owns',
    })
    .output(answer(done, succeeded('The member is no longer on the board.')))
    .input(removeMemberInput)
    .mutation(({ ctx, input }) => {
      removeMember(ctx.app, ctx.user, input.boardId, input.userId);
      const left = input.userId === ctx.user.id;
      return succeeded(left ? 'You have left the board.' : 'The member is no longer on the board.');
    }),

  removeShared: signedIn
    .meta({
      rest: 'DELETE /api/shared-boards/{boardId}',
      summary: 'Delete a board the caller owns; its messages stay with the people who sent them',
    })
    .output(answer(done, succeeded('The board is deleted. Its messages stay with the people who sent them.')))
    .input(boardByIdInput)
    .mutation(({ ctx, input }) => {
      deleteSharedBoard(ctx.app, ctx.user, input.boardId);
      return succeeded('The board is deleted. Its messages stay with the people who sent them.');
    }),
});
