import type { TokenScope } from '../../src/contract/tokens';
import { CALLERS, type Caller, LINK, PUSH_SUBSCRIPTION, type World } from './world';

type Input = Record<string, unknown>;

export type Case = {
  about?: string;
  input?: (world: World, caller: Caller) => Input;
  /** Fields that replace fields of the input. */
  missing?: Input;
  path?: (world: World, caller: Caller) => string;
  init?: (world: World, caller: Caller) => RequestInit;
  /** `everybody` is the status of all callers that are not listed. */
  answers: Partial<Record<Caller, number>> & ({ everybody: number } | { others: number });
  /** HTTP status for an access token of any scope, if it differs from the status of the token's owner. */
  byToken?: number;
};

const NO_ID = 999_999;
const MADE_UP_PASSKEY = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const NO_NAME = 'nothing-of-this-name';
const UNKNOWN = '+12025550203';
const onBoard = { owner: 200, member: 200, sender: 200, others: 404 };
const ofOwner = { owner: 200, member: 403, sender: 403, others: 404 };
const ofSender = { sender: 200, owner: 403, member: 403, others: 404 };
const ofOperators = { operator: 200, others: 403 };
const all = { others: 200 };
const nobody = { others: 404 };

const own = (world: World, caller: Caller) => world.ownMessages[caller === 'nobody' ? 'owner' : caller];

const ofPrivate = (input: Input = {}): Case => ({
  about: "the caller's private board",
  input: ({ ownBoards }, caller) => ({
    boardId: ownBoards[caller === 'nobody' ? 'owner' : caller],
    ...input,
  }),
  missing: { boardId: NO_ID },
  answers: nobody,
});

export const SCOPES: Record<TokenScope, { method: 'GET' | 'any'; ofOperators: boolean }> = {
  read: { method: 'GET', ofOperators: false },
  write: { method: 'any', ofOperators: false },
  admin: { method: 'any', ofOperators: true },
};

export const NOT_BY_TOKEN = [
  'auth.login',
  'auth.codeState',
  'auth.verify',
  'auth.link',
  'auth.redeemLink',
  'auth.devices',
  'auth.endDevice',
  'auth.endOtherDevices',
  'auth.logout',
  'auth.deleteAccount',
  'signInByText.start',
  'signInByText.state',
  'signInByText.finish',
  'passkeys.list',
  'passkeys.startAdding',
  'passkeys.add',
  'passkeys.remove',
  'passkeys.startSignIn',
  'passkeys.signIn',
  'passkeys.accountLog',
  'push.list',
  'push.subscribe',
  'push.change',
  'push.remove',
  'push.offer',
  'push.hideOffer',
  'push.test',
  'tokens.list',
  'tokens.create',
  'tokens.revoke',
];

export const ACCESS: Record<string, Case[]> = {
  'auth.session': [{ answers: { everybody: 200 } }],
  'auth.codeState': [{ answers: { everybody: 200 } }],
  'auth.login': [
    { about: 'own number', input: () => ({ phoneNumber: '+12025550111' }), answers: { everybody: 200 } },
  ],
  'auth.verify': [
    {
      about: 'a guessed code',
      input: () => ({ phoneNumber: '+12025550111', code: '000000' }),
      answers: { everybody: 400 },
    },
  ],
  'signInByText.start': [
    { about: 'own number', input: () => ({ phoneNumber: '+12025550111' }), answers: { everybody: 200 } },
  ],
  'signInByText.state': [{ answers: { everybody: 200 } }],
  'signInByText.finish': [{ about: 'without a text', answers: { everybody: 400 } }],
  'auth.link': [{ about: 'a guessed one', input: () => ({ token: 'guessed' }), answers: { everybody: 200 } }],
  'auth.redeemLink': [
    { about: 'a guessed one', input: () => ({ token: 'guessed' }), answers: { everybody: 400 } },
  ],
  'auth.devices': [{ about: "the caller's own", answers: all }],
  'auth.endDevice': [
    { about: 'an unknown one', input: () => ({ id: NO_ID }), missing: { id: NO_ID + 1 }, answers: nobody },
  ],
  'auth.endOtherDevices': [{ about: "the caller's own", answers: all }],
  'passkeys.list': [{ about: "the caller's own", answers: all }],
  'passkeys.startAdding': [{ about: 'an own one', answers: all }],
  'passkeys.add': [
    {
      about: 'a made-up one',
      input: () => ({
        ...MADE_UP_PASSKEY,
        response: { clientDataJSON: 'e30', attestationObject: 'e30' },
      }),
      answers: { others: 400 },
    },
  ],
  'passkeys.remove': [
    { about: 'an unknown one', input: () => ({ id: NO_ID }), missing: { id: NO_ID + 1 }, answers: nobody },
  ],
  'passkeys.startSignIn': [{ answers: { everybody: 200 } }],
  'passkeys.signIn': [
    {
      about: 'a made-up one',
      input: () => ({
        ...MADE_UP_PASSKEY,
        response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30', userHandle: 'MQ' },
      }),
      answers: { everybody: 400 },
    },
  ],
  'passkeys.accountLog': [{ about: "the caller's own", answers: all }],
  'tokens.list': [{ about: "the caller's own", answers: all }],
  'tokens.create': [
    { about: 'to read', input: () => ({ name: 'Reader', scope: 'read' }), answers: { others: 201 } },
    {
      about: 'for the calls of operators',
      input: () => ({ name: 'Admin', scope: 'admin' }),
      answers: { operator: 201, others: 403 },
    },
  ],
  'tokens.revoke': [
    {
      about: "the owner's",
      input: ({ token }) => ({ id: token }),
      missing: { id: NO_ID },
      answers: { owner: 200, others: 404 },
    },
  ],
  'auth.logout': [{ answers: { everybody: 200 } }],
  'auth.deleteAccount': [{ answers: all }],
  'users.profile': [{ about: "the caller's own", answers: all }],
  'users.setTimeZone': [{ input: () => ({ timeZone: 'Europe/Berlin' }), answers: all }],
  'users.updateProfile': [
    { about: "the caller's own", input: () => ({ firstName: 'New', lastName: 'Name' }), answers: all },
  ],
  'users.removePhoto': [{ about: "the caller's own", answers: all }],
  'users.firstSteps': [{ about: "the caller's own", answers: all }],
  'users.dismissFirstSteps': [{ about: "the caller's own", answers: all }],
  'product.get': [{ answers: { everybody: 200 } }],

  'messages.list': [{ about: "the caller's own", answers: all }],
  'messages.byTag': [
    {
      about: 'the shared board',
      input: () => ({ tag: 'house' }),
      missing: { tag: NO_NAME },
      answers: { ...onBoard, former: 200 },
    },
    {
      about: "the sender's private board",
      input: () => ({ tag: 'diary' }),
      missing: { tag: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    { about: "the caller's own", input: () => ({ tag: 'mine' }), answers: all },
    {
      about: 'a page before an invisible message',
      input: ({ gardenMessage }) => ({ tag: 'mine', limit: 5, before: gardenMessage }),
      answers: all,
    },
  ],
  'messages.polledPage': [
    { about: "the caller's own", answers: all },
    {
      about: 'the shared board',
      input: () => ({ tag: 'house', limit: 5 }),
      missing: { tag: NO_NAME },
      answers: { ...onBoard, former: 200 },
    },
    {
      about: "the sender's private board",
      input: () => ({ tag: 'diary' }),
      missing: { tag: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
  ],
  'messages.onSharedBoard': [
    { about: 'the board', input: () => ({ name: 'house' }), missing: { name: NO_NAME }, answers: onBoard },
    {
      about: 'a private board',
      input: () => ({ name: 'mine' }),
      missing: { name: NO_NAME },
      answers: nobody,
    },
    {
      about: "another's board",
      input: () => ({ name: 'garden' }),
      missing: { name: NO_NAME },
      answers: { stranger: 200, others: 404 },
    },
  ],
  'messages.get': [
    {
      about: 'on the shared board',
      input: ({ message }) => ({ id: message }),
      missing: { id: NO_ID },
      answers: onBoard,
    },
    { about: "the caller's own", input: (world, caller) => ({ id: own(world, caller) }), answers: all },
    {
      about: 'a deleted one',
      input: ({ deletedMessage }) => ({ id: deletedMessage }),
      missing: { id: NO_ID },
      answers: nobody,
    },
  ],
  'digests.list': [{ about: "the caller's own", answers: all }],
  'digests.set': [
    { about: 'of all boards', input: () => ({ time: '08:00' }), answers: all },
    {
      about: 'of the shared board',
      input: ({ house }) => ({ boardId: house, weekday: 0, time: '18:00' }),
      missing: { boardId: NO_ID },
      answers: onBoard,
    },
    ofPrivate({ time: '08:00' }),
  ],
  'digests.end': [
    { about: 'of all boards', answers: all },
    {
      about: 'of the shared board',
      input: ({ house }) => ({ boardId: house }),
      missing: { boardId: NO_ID },
      answers: onBoard,
    },
    ofPrivate(),
  ],
  'messages.thread': [
    {
      about: 'of a message on the shared board',
      input: ({ message }) => ({ id: message }),
      missing: { id: NO_ID },
      answers: onBoard,
    },
    { about: "the caller's own", input: (world, caller) => ({ id: own(world, caller) }), answers: all },
    {
      about: 'of a deleted one',
      input: ({ deletedMessage }) => ({ id: deletedMessage }),
      missing: { id: NO_ID },
      answers: nobody,
    },
  ],
  'messages.add': [
    {
      about: 'a reply to a message on the shared board',
      input: ({ message }) => ({ content: 'Yes', replyTo: message }),
      missing: { replyTo: NO_ID },
      answers: { owner: 201, member: 201, sender: 201, others: 404 },
    },
    {
      about: 'a reply to a deleted message',
      input: ({ deletedMessage }) => ({ content: 'Yes', replyTo: deletedMessage }),
      missing: { replyTo: NO_ID },
      answers: nobody,
    },
    {
      about: 'to the shared board or a new one',
      input: () => ({ content: 'Hi', tags: ['house'] }),
      answers: { others: 201 },
    },
  ],
  'messages.edit': [
    {
      about: "the sender's",
      input: ({ message }) => ({ id: message, content: 'Other' }),
      missing: { id: NO_ID },
      answers: ofSender,
    },
    {
      about: 'on another board',
      input: ({ gardenMessage }) => ({ id: gardenMessage, tags: ['mine'] }),
      missing: { id: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
    {
      about: "the caller's own",
      input: (world, caller) => ({ id: own(world, caller), content: 'Other' }),
      answers: all,
    },
  ],
  'messages.remove': [
    {
      about: "the sender's",
      input: ({ message }) => ({ id: message }),
      missing: { id: NO_ID },
      answers: ofSender,
    },
    {
      about: 'on another board',
      input: ({ gardenMessage }) => ({ id: gardenMessage }),
      missing: { id: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
    { about: "the caller's own", input: (world, caller) => ({ id: own(world, caller) }), answers: all },
  ],
  'messages.restore': [
    {
      about: 'deleted by the sender',
      input: ({ deletedMessage }) => ({ id: deletedMessage }),
      missing: { id: NO_ID },
      answers: { sender: 200, others: 404 },
    },
    {
      about: "not deleted, the sender's",
      input: ({ message }) => ({ id: message }),
      missing: { id: NO_ID },
      answers: { sender: 200, others: 404 },
    },
  ],
  'reminders.list': [{ about: "the caller's own", answers: all }],
  'reminders.set': [
    {
      about: 'of a message on the shared board',
      input: ({ message }) => ({ id: message, remindAt: '2099-01-01T09:00' }),
      missing: { id: NO_ID },
      answers: onBoard,
    },
    {
      about: 'of a deleted message',
      input: ({ deletedMessage }) => ({ id: deletedMessage, remindAt: '2099-01-01T09:00' }),
      missing: { id: NO_ID },
      answers: nobody,
    },
  ],
  ...Object.fromEntries(
    ['reminders.snooze', 'reminders.done', 'reminders.end', 'reminders.restore'].map((call) => [
      call,
      [
        {
          about: "the sender's and the owner's of one message",
          input: ({ message }: World) => ({ id: message }),
          missing: { id: NO_ID },
          answers: { sender: 200, owner: 200, others: 404 },
        },
      ],
    ]),
  ),
  'reminders.calendar': [{ about: "the caller's own", answers: all }],
  'reminders.renewCalendar': [{ about: "the caller's own", answers: all }],
  'reminders.endCalendar': [{ about: "the caller's own", answers: all }],
  'messages.takeOff': [
    ofPrivate({ id: 1 }),
    {
      about: 'from the board',
      input: ({ house, message }) => ({ boardId: house, id: message }),
      missing: { boardId: NO_ID },
      answers: ofOwner,
    },
    {
      about: 'a message that is elsewhere',
      input: ({ house, gardenMessage }) => ({ boardId: house, id: gardenMessage }),
      answers: { member: 403, sender: 403, others: 404 },
    },
    {
      about: "from another's board",
      input: ({ garden, gardenMessage }) => ({ boardId: garden, id: gardenMessage }),
      missing: { boardId: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
  ],

  'boards.tags': [{ about: "the caller's own", answers: all }],
  'boards.tagsWithCounts': [{ about: "the caller's own", answers: all }],
  'boards.tagRemoval': [
    {
      about: "the sender's private board",
      input: () => ({ tag: 'diary' }),
      missing: { tag: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    {
      about: 'the shared board',
      input: () => ({ tag: 'house' }),
      missing: { tag: NO_NAME },
      answers: { owner: 409, member: 409, sender: 409, former: 200, others: 404 },
    },
    { about: "the caller's own", input: () => ({ tag: 'mine' }), answers: all },
  ],
  'boards.removeTag': [
    {
      about: "the sender's private board",
      input: () => ({ tag: 'diary' }),
      missing: { tag: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    {
      about: 'the shared board',
      input: () => ({ tag: 'house' }),
      missing: { tag: NO_NAME },
      answers: { owner: 409, member: 409, sender: 409, former: 200, others: 404 },
    },
    { about: "the caller's own", input: () => ({ tag: 'mine' }), answers: all },
  ],
  'boards.seen': [
    {
      about: 'the shared board',
      input: ({ message }) => ({ tag: 'house', messageId: message }),
      missing: { tag: NO_NAME },
      answers: { owner: 200, member: 200, sender: 200, former: 200, others: 404 },
    },
    { about: "the caller's own", input: () => ({ tag: 'mine', messageId: NO_ID }), answers: all },
  ],
  'boards.pin': [
    {
      about: 'the shared board',
      input: () => ({ tag: 'house', pinned: true }),
      missing: { tag: NO_NAME },
      answers: { owner: 200, member: 200, sender: 200, former: 200, others: 404 },
    },
    { about: "the caller's own", input: () => ({ tag: 'mine', pinned: true }), answers: all },
  ],
  'boards.restoreTag': [
    {
      about: "the sender's deleted tag",
      input: () => ({ tag: 'gone' }),
      missing: { tag: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    { about: 'a tag that is not deleted', input: () => ({ tag: 'mine' }), answers: nobody },
  ],
  'boards.shared': [{ about: "the caller's own", answers: all }],
  'boards.sharedWithCounts': [{ about: "the caller's own", answers: all }],
  'boards.createShared': [
    { about: 'a new one', input: () => ({ name: 'Club' }), answers: { others: 201 } },
    {
      about: 'with the name of the board',
      input: () => ({ name: 'house' }),
      answers: { owner: 409, member: 409, sender: 409, former: 409, others: 201 },
    },
  ],
  'boards.people': [{ about: "the caller's own", answers: all }],
  'boards.members': [
    { about: 'of the board', input: () => ({ name: 'house' }), missing: { name: NO_NAME }, answers: onBoard },
    {
      about: 'of a private board',
      input: () => ({ name: 'mine' }),
      missing: { name: NO_NAME },
      answers: nobody,
    },
  ],
  'boards.invite': [
    {
      about: 'to the board',
      input: ({ phones }) => ({ name: 'house', phoneNumber: phones.newcomer }),
      missing: { name: NO_NAME },
      answers: ofOwner,
    },
    {
      about: 'a number without an account',
      input: () => ({ name: 'house', phoneNumber: '+12025550100' }),
      answers: { member: 403, sender: 403, others: 404 },
    },
    {
      about: 'to a private board',
      input: ({ phones }) => ({ name: 'mine', phoneNumber: phones.newcomer }),
      missing: { name: NO_NAME },
      answers: nobody,
    },
  ],
  'boards.convertAndInvite': [
    {
      about: "the sender's private board",
      input: ({ phones }) => ({ name: 'diary', phoneNumber: phones.newcomer }),
      missing: { name: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    {
      about: 'the shared board',
      input: ({ phones }) => ({ name: 'house', phoneNumber: phones.newcomer }),
      missing: { name: NO_NAME },
      answers: { owner: 409, member: 409, sender: 409, former: 200, others: 404 },
    },
    {
      about: "the caller's own",
      input: ({ phones }, caller) => ({
        name: 'mine',
        phoneNumber: phones[caller === 'owner' ? 'member' : 'owner'],
      }),
      answers: all,
    },
  ],
  'boards.renameShared': [
    ofPrivate({ newName: 'home' }),
    {
      about: 'the board',
      input: ({ house }) => ({ boardId: house, newName: 'home' }),
      missing: { boardId: NO_ID },
      answers: ofOwner,
    },
    {
      about: "another's board",
      input: ({ garden }) => ({ boardId: garden, newName: 'home' }),
      missing: { boardId: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
  ],
  'boards.renamePrivate': [
    {
      about: "the sender's private board",
      input: () => ({ name: 'diary', newName: 'home' }),
      missing: { name: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    {
      about: 'the shared board',
      input: () => ({ name: 'house', newName: 'home' }),
      missing: { name: NO_NAME },
      answers: { owner: 409, member: 409, sender: 409, former: 200, others: 404 },
    },
    { about: "the caller's own", input: () => ({ name: 'mine', newName: 'home' }), answers: all },
  ],
  'boards.removeMember': [
    ofPrivate({ userId: 1 }),
    {
      about: 'the sender',
      input: ({ house, users }) => ({ boardId: house, userId: users.sender.id }),
      missing: { boardId: NO_ID },
      answers: { owner: 200, sender: 200, member: 403, others: 404 },
    },
    {
      about: 'somebody who is not a member',
      input: ({ house, users }) => ({ boardId: house, userId: users.stranger.id }),
      answers: { member: 403, sender: 403, others: 404 },
    },
    {
      about: 'the owner',
      input: ({ house, users }) => ({ boardId: house, userId: users.owner.id }),
      missing: { boardId: NO_ID },
      answers: { owner: 409, member: 403, sender: 403, others: 404 },
    },
  ],
  'boards.removeShared': [
    ofPrivate(),
    {
      about: 'the board',
      input: ({ house }) => ({ boardId: house }),
      missing: { boardId: NO_ID },
      answers: ofOwner,
    },
    {
      about: "another's board",
      input: ({ garden }) => ({ boardId: garden }),
      missing: { boardId: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
  ],

  'push.key': [{ answers: all }],
  'push.list': [{ about: "the caller's own", answers: all }],
  'push.subscribe': [
    { about: "the caller's browser", input: () => PUSH_SUBSCRIPTION, answers: { others: 201 } },
    {
      about: 'an address inside',
      input: () => ({ ...PUSH_SUBSCRIPTION, endpoint: 'https://localhost/push' }),
      answers: { others: 400 },
    },
  ],
  'push.change': [
    {
      about: "the sender's browser",
      input: ({ subscription }) => ({ id: subscription, showsText: true }),
      missing: { id: NO_ID },
      answers: { sender: 200, others: 404 },
    },
  ],
  'push.remove': [
    {
      about: "the sender's browser",
      input: ({ subscription }) => ({ id: subscription }),
      missing: { id: NO_ID },
      answers: { sender: 200, others: 404 },
    },
  ],
  'push.offer': [{ about: "the caller's own", answers: all }],
  'push.hideOffer': [{ about: "the caller's own", answers: all }],
  'push.test': [
    { about: "the sender's browser, whose push service is away", answers: { sender: 502, others: 404 } },
  ],
  'notifications.channels': [{ about: "the caller's own", answers: all }],
  'notifications.setChannel': [
    ofPrivate({ channel: 'text' }),
    {
      about: 'of the board',
      input: ({ house }) => ({ boardId: house, channel: 'text' }),
      missing: { boardId: NO_ID },
      answers: onBoard,
    },
    {
      about: "of another's board",
      input: ({ garden }) => ({ boardId: garden, channel: 'text' }),
      missing: { boardId: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
  ],
  'notifications.preferences': [{ about: "the caller's own", answers: all }],
  'notifications.setPreference': [
    ofPrivate({ smsEnabled: false }),
    {
      about: 'of the board',
      input: ({ house }) => ({ boardId: house, smsEnabled: false }),
      missing: { boardId: NO_ID },
      answers: onBoard,
    },
    {
      about: "of another's board",
      input: ({ garden }) => ({ boardId: garden, smsEnabled: false }),
      missing: { boardId: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
  ],

  'previews.get': [{ about: 'a link', input: () => ({ url: LINK }), answers: all }],
  'previews.movie': [{ about: 'without a key', input: () => ({ imdbId: 'tt0133093' }), answers: all }],
  'GET /api/previews/images/:id': [
    { about: 'an unknown picture', path: () => '/api/previews/images/none', answers: nobody },
  ],
  'POST /api/profile/photo': [
    {
      about: 'without a form',
      init: () => ({ body: '{}', headers: { 'content-type': 'application/json' } }),
      answers: { others: 415 },
    },
  ],
  'GET /api/avatars/:id': [
    {
      about: "the sender's, who has none",
      path: ({ users }) => `/api/avatars/${users.sender.id}`,
      missing: { path: `/api/avatars/${NO_ID}` },
      answers: nobody,
    },
  ],
  'search.messages': [
    { about: 'a word', input: () => ({ q: 'lamp' }), answers: all },
    {
      about: 'within the board',
      input: () => ({ q: 'lamp', board: 'house' }),
      missing: { board: NO_NAME },
      answers: { ...onBoard, former: 200 },
    },
  ],
  'invites.mine': [{ about: "the caller's own", answers: all }],
  'invites.look': [
    {
      about: "the owner's",
      input: ({ users }) => ({ code: users.owner.inviteCode }),
      answers: { everybody: 200 },
    },
    { about: "nobody's", input: () => ({ code: 'nobodys' }), answers: { everybody: 400 } },
  ],
  'invites.submit': [
    {
      about: "the owner's",
      input: ({ users }, caller) => ({
        inviteCode: users.owner.inviteCode,
        phoneNumber: `+120255503${10 + CALLERS.indexOf(caller)}`,
      }),
      answers: { everybody: 200 },
    },
  ],
  'invites.toBoard': [
    {
      about: 'to the board',
      input: () => ({ name: 'house', phoneNumber: UNKNOWN }),
      missing: { name: NO_NAME },
      answers: ofOwner,
    },
    {
      about: 'a number with an account',
      input: ({ phones }) => ({ name: 'house', phoneNumber: phones.newcomer }),
      missing: { name: NO_NAME },
      answers: ofOwner,
    },
    {
      about: 'to a private board',
      input: () => ({ name: 'mine', phoneNumber: UNKNOWN }),
      missing: { name: NO_NAME },
      answers: nobody,
    },
  ],
  'invites.convertAndInvite': [
    {
      about: "the sender's private board",
      input: () => ({ name: 'diary', phoneNumber: UNKNOWN }),
      missing: { name: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    {
      about: 'the shared board',
      input: () => ({ name: 'house', phoneNumber: UNKNOWN }),
      missing: { name: NO_NAME },
      answers: { owner: 409, member: 409, sender: 409, former: 200, others: 404 },
    },
  ],
  'invites.ofBoard': [
    { about: 'of the board', input: () => ({ name: 'house' }), missing: { name: NO_NAME }, answers: ofOwner },
    {
      about: 'of a private board',
      input: () => ({ name: 'mine' }),
      missing: { name: NO_NAME },
      answers: nobody,
    },
  ],
  'invites.takeBack': [
    {
      about: 'of the board',
      input: ({ house, pending }) => ({ boardId: house, inviteId: pending }),
      missing: { boardId: NO_ID },
      answers: ofOwner,
    },
    {
      about: 'of the board, by another board',
      input: ({ garden, pending }) => ({ boardId: garden, inviteId: pending }),
      missing: { inviteId: NO_ID },
      answers: nobody,
    },
    ofPrivate({ inviteId: NO_ID }),
  ],
  'admin.texting': [{ answers: { operator: 200, others: 403 } }],

  'admin.consents': [{ answers: ofOperators }],
  'admin.costs': [{ answers: ofOperators }],
  'admin.costsOfPeople': [{ input: () => ({ month: '2026-01' }), answers: ofOperators }],
  'admin.stats': [{ answers: ofOperators }],
  'admin.users': [{ input: () => ({ limit: 5 }), answers: ofOperators }],
  'admin.countUsers': [{ answers: ofOperators }],
  'admin.feedback': [{ answers: ofOperators }],
  'admin.endSignIns': [
    {
      about: 'those of another account',
      input: ({ users }) => ({ id: users.member.id }),
      answers: ofOperators,
    },
    {
      about: 'those of an unknown account',
      input: () => ({ id: NO_ID }),
      answers: { operator: 404, others: 403 },
    },
  ],
  'admin.removeUser': [
    {
      about: 'another account',
      input: ({ users }) => ({ id: users.member.id }),
      answers: ofOperators,
    },
    {
      about: 'an unknown account',
      input: () => ({ id: NO_ID }),
      answers: { operator: 404, others: 403 },
    },
    {
      about: "the operator's own",
      input: ({ users }) => ({ id: users.operator.id }),
      answers: { operator: 400, others: 403 },
    },
  ],
  'admin.removeUsers': [
    {
      about: 'other accounts',
      input: ({ users }) => ({ userIds: [users.member.id, users.owner.id] }),
      answers: ofOperators,
    },
    {
      about: "the operator's own among them",
      input: ({ users }) => ({ userIds: [users.member.id, users.operator.id] }),
      answers: { operator: 400, others: 403 },
    },
  ],
  'admin.downloads': [{ answers: ofOperators }],
  'admin.retryDownload': [
    { about: 'an unknown id', input: () => ({ id: NO_ID }), answers: { operator: 404, others: 403 } },
  ],
  'admin.heldTexts': [{ answers: ofOperators }],
  'admin.decideHeldTexts': [
    { about: 'nothing held', input: () => ({ decision: 'drop' }), answers: ofOperators },
  ],
  'admin.newNumber': [{ answers: ofOperators }],
  'admin.closeNewNumber': [{ answers: ofOperators }],
  'admin.health': [{ answers: ofOperators }],
  'admin.line': [{ answers: ofOperators }],
  'admin.checkLine': [{ answers: ofOperators }],
  // the phone simulator has no settings to repair
  'admin.repairLine': [{ answers: { operator: 400, others: 403 } }],
  'admin.estimate': [{ answers: ofOperators }],
  'admin.testBroadcast': [{ about: 'a test', input: () => ({ message: 'Hi' }), answers: ofOperators }],
  // a valid call would wait until the broadcast is sent, but no worker runs here, so the test sends an
  // invalid one
  'admin.broadcast': [
    { about: 'an empty one', input: () => ({ message: ' ' }), answers: { operator: 400, others: 403 } },
  ],
  'admin.broadcasts': [{ answers: ofOperators }],
  'admin.stopBroadcast': [
    { about: 'an unknown id', input: () => ({ id: NO_ID }), answers: { operator: 404, others: 403 } },
  ],

  'simulator.texts': [{ about: 'all', answers: { everybody: 200 } }],
  'simulator.phones': [{ answers: { everybody: 200 } }],
  'simulator.send': [
    { about: 'a text', input: () => ({ from: '+12025550111', body: 'Hi' }), answers: { everybody: 201 } },
  ],

  'simulator.release': [{ about: 'held texts', input: () => ({}), answers: { everybody: 200 } }],
  'simulator.delivery': [
    { about: 'of a phone', input: () => ({ phone: '+12025550111' }), answers: { everybody: 200 } },
  ],
  'simulator.setDelivery': [
    {
      about: 'of a phone',
      input: () => ({ phone: '+12025550111', delivery: 'normal' }),
      answers: { everybody: 200 },
    },
  ],
  'GET /api/simulator/texts/:id/media/:index': [
    {
      about: 'of a text without photos',
      path: () => `/api/simulator/texts/${NO_ID}/media/0`,
      answers: { everybody: 404 },
    },
  ],

  'GET /api/openapi.json': [{ answers: { everybody: 200 } }],
  'GET /api/product/contact.vcf': [{ answers: { everybody: 200 } }],
  'GET /api/calendars/:file': [
    {
      about: "the sender's",
      path: ({ calendar }) => calendar,
      missing: { path: '/api/calendars/999999-AAAAAAAAAAAAAAAAAAAAAA.ics' },
      answers: { everybody: 200 }, // anyone who knows the address of a calendar may read the calendar
    },
  ],
  'GET /api/docs': [{ answers: { everybody: 200 } }],
  'GET /api/media/:id': [
    {
      about: 'of a deleted message',
      path: ({ deletedFile }) => `/api/media/${deletedFile}`,
      missing: { path: `/api/media/${NO_ID}` },
      answers: nobody,
    },
    {
      about: 'of the message',
      path: ({ file }) => `/api/media/${file}`,
      missing: { path: `/api/media/${NO_ID}` },
      answers: onBoard,
    },
    {
      about: "the sender's upload",
      path: ({ unusedUpload }) => `/api/media/${unusedUpload}`,
      missing: { path: `/api/media/${NO_ID}` },
      answers: { sender: 200, others: 404 },
    },
  ],
  'media.words': [
    { input: ({ file }) => ({ id: file }), missing: { id: NO_ID }, answers: onBoard },
    {
      about: "the sender's upload",
      input: ({ unusedUpload }) => ({ id: unusedUpload }),
      missing: { id: NO_ID },
      answers: { sender: 200, others: 404 },
    },
    {
      about: 'of a deleted message',
      input: ({ deletedFile }) => ({ id: deletedFile }),
      missing: { id: NO_ID },
      answers: nobody,
    },
  ],
  'media.describe': [
    {
      input: ({ file }) => ({ id: file, alt: 'A lamp' }),
      missing: { id: NO_ID },
      answers: ofSender,
    },
    {
      about: 'of a deleted message',
      input: ({ deletedFile }) => ({ id: deletedFile, alt: 'A mirror' }),
      missing: { id: NO_ID },
      answers: nobody,
    },
  ],
  'GET /api/media/:id/:width': [
    {
      about: 'of the message',
      path: ({ file }) => `/api/media/${file}/320`,
      missing: { path: `/api/media/${NO_ID}/320` },
      answers: onBoard,
    },
    {
      about: "the sender's upload",
      path: ({ unusedUpload }) => `/api/media/${unusedUpload}/320`,
      missing: { path: `/api/media/${NO_ID}/320` },
      answers: { sender: 200, others: 404 },
    },
  ],
  'GET /ws/messages': [{ about: 'without an upgrade', answers: { others: 400 } }],
  'POST /api/media': [
    {
      about: 'a file',
      init: () => {
        const body = new FormData();
        body.append('files', new File(['A file'], 'file.txt', { type: 'text/plain' }));
        return { body };
      },
      answers: { others: 201 },
    },
  ],
  'POST /api/import': [
    {
      about: 'a file to look at',
      path: () => '/api/import?look=1',
      init: () => {
        const body = new FormData();
        body.append('file', new File(['content\nHello\n'], 'notes.csv'));
        return { body };
      },
      answers: { others: 201 },
    },
  ],
  'imports.list': [{ about: "the caller's own", answers: all }],
  'imports.get': [
    {
      about: "the sender's import",
      input: ({ importId }) => ({ id: importId }),
      missing: { id: NO_ID },
      answers: { sender: 200, others: 404 },
    },
  ],
  'imports.start': [
    {
      about: "the sender's import",
      input: ({ importId }) => ({ id: importId, tag: 'keep' }),
      missing: { id: NO_ID },
      answers: { sender: 200, others: 404 },
    },
  ],
  'imports.undo': [
    {
      about: "the sender's import, of which nothing is stored",
      input: ({ importId }) => ({ id: importId }),
      missing: { id: NO_ID },
      answers: { sender: 409, others: 404 },
    },
  ],
  'imports.remove': [
    {
      about: "the sender's import",
      input: ({ importId }) => ({ id: importId }),
      missing: { id: NO_ID },
      answers: { sender: 200, others: 404 },
    },
  ],
  '/mcp': [
    {
      about: 'the list of tools',
      init: () => ({
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      }),
      answers: { everybody: 401 },
      byToken: 200,
    },
  ],
  'POST /share': [
    { about: 'no form', answers: { everybody: 400 } },
    {
      about: 'a form',
      init: () => {
        const body = new FormData();
        body.append('text', 'Shared');
        return { body, redirect: 'manual' };
      },
      answers: { everybody: 303 },
    },
  ],
  // the next three calls are for a process supervisor; /metrics needs a token if the caller is on another
  // machine
  '/healthz': [{ answers: { everybody: 200 } }],
  '/readyz': [{ answers: { everybody: 200 } }],
  '/metrics': [{ answers: { everybody: 200 } }],
  'search.related': [{ input: ({ message }) => ({ id: message }), missing: { id: NO_ID }, answers: onBoard }],
  'search.count': [
    { about: "the caller's own", input: () => ({ q: 'lamp' }), answers: all },
    {
      about: 'on the shared board',
      input: () => ({ q: 'lamp', board: 'house' }),
      missing: { board: NO_NAME },
      answers: { ...onBoard, former: 200 },
    },
  ],
  'search.embed': [{ answers: { operator: 200, others: 403 } }],
  'search.embedding': [{ answers: { operator: 200, others: 403 } }],
  'backups.state': [{ answers: { operator: 200, others: 403 } }],

  'GET /api/export': [{ about: "the caller's own", answers: { others: 200 } }],
  '/api': [{ about: 'the path /api', path: () => '/api', answers: { everybody: 404 } }],
  '/api/*': [{ about: 'an unknown path', path: () => '/api/nothing', answers: { everybody: 404 } }],
  '/trpc/*': [{ about: 'an unknown procedure', path: () => '/trpc/nothing', answers: { everybody: 404 } }],
  '/*': [{ about: 'a page', path: () => '/', answers: { everybody: 200 } }],
};
