import type { TokenScope } from '../../src/contract/tokens';
import { words } from '../support/words';
import {
  CALLERS,
  type Caller,
  hasAccount,
  LINK,
  PUSH_SUBSCRIPTION,
  type TokenCaller,
  type World,
} from './world';

type Input = Record<string, unknown>;

/** `everybody` is the status of all callers that are not listed, `others` that of those who are signed in. */
type Answers = Partial<Record<Caller, number>> & ({ everybody: number } | { others: number });

export type Case = {
  about?: string;
  input?: (world: World, caller: Caller) => Input;
  /** Fields that replace fields of the input. */
  missing?: Input;
  path?: (world: World, caller: Caller) => string;
  init?: (world: World, caller: Caller) => RequestInit;
  answers: Answers;
  /** HTTP status for an access token of any scope, if it differs from the status of the token's owner. */
  byToken?: number;
  /** HTTP status for tokens of some boards where the token's owner succeeds, because it is about other boards. */
  elsewhere?: number | Partial<Record<TokenCaller, number>>;
};

const NO_ID = 999_999;
const NO_NAME = 'nothing-of-this-name';
const MISSING: Input = {
  ...{ tag: NO_NAME, name: NO_NAME, board: NO_NAME },
  ...{ id: NO_ID, boardId: NO_ID, inviteId: NO_ID, replyTo: NO_ID },
};
const NO_FILE = `/api/media/${NO_ID}`;
const MADE_UP_PASSKEY = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const SIGNED_BY_NOBODY = {
  ...MADE_UP_PASSKEY,
  response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30', userHandle: 'MQ' },
};
const PROGRAM = {
  ...{ client_id: 'unknown', redirect_uri: 'https://a.example/', response_type: 'code' },
  ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
};
const UNKNOWN = '+12025550203';

/** The last argument names the field of the input that may also name something that does not exist. */
const answering =
  (answers: Answers) =>
  (about?: string, input?: Input | Case['input'], missing?: string): Case => ({
    about,
    input: typeof input === 'function' ? input : () => input ?? {},
    missing: missing === undefined ? undefined : { [missing]: MISSING[missing] },
    answers,
  });

const everybody = answering({ everybody: 200 });
const signedIn = answering({ others: 200 });
const adding = answering({ others: 201 });
const nobody = answering({ others: 404 });
const onBoard = answering({ owner: 200, member: 200, sender: 200, others: 404 });
const addingOnBoard = answering({ owner: 201, member: 201, sender: 201, others: 404 });
const onBoardOrFormer = answering({ owner: 200, member: 200, sender: 200, former: 200, others: 404 });
const unlessShared = answering({ owner: 409, member: 409, sender: 409, former: 200, others: 404 });
const ofOwner = answering({ owner: 200, member: 403, sender: 403, others: 404 });
const refusesMembers = answering({ member: 403, sender: 403, others: 404 });
const ofSender = answering({ sender: 200, owner: 403, member: 403, others: 404 });
const onlySender = answering({ sender: 200, others: 404 });
const onlyStranger = answering({ stranger: 200, others: 404 });
const ofOperators = answering({ operator: 200, others: 403 });
const unknownToOperators = answering({ operator: 404, others: 403 });
const wrongOfOperators = answering({ operator: 400, others: 403 });
const unknown = answering({ everybody: 404 });
const wrong = answering({ everybody: 400 });

const someone = (caller: Caller) => (hasAccount(caller) ? caller : 'owner');

const elsewhere = (one: Case, status: Case['elsewhere'] = 404): Case => ({ ...one, elsewhere: status });

const ofOwn = (input: Input = {}): Case =>
  elsewhere(
    signedIn("the caller's own", ({ ownMessages }, caller) => ({
      id: ownMessages[someone(caller)],
      ...input,
    })),
  );

const ofPrivate = (input: Input = {}): Case =>
  nobody(
    "the caller's private board",
    ({ ownBoards }, caller) => ({ boardId: ownBoards[someone(caller)], ...input }),
    'boardId',
  );

type Ids = { [K in keyof World]: World[K] extends number ? K : never }[keyof World];

const withId =
  (key: Ids, more: Input = {}): Case['input'] =>
  (world) => ({ id: world[key], ...more });

const onBoardWith =
  (key: Ids, more: Input = {}): Case['input'] =>
  (world) => ({ boardId: world[key], ...more });

const whom =
  (person: keyof World['users']): Case['input'] =>
  ({ house, users }) => ({ boardId: house, userId: users[person].id });

const inviting =
  (name: string): Case['input'] =>
  ({ phones }) => ({ name, phoneNumber: phones.newcomer });

/** The last path names something that does not exist. */
const at = (one: Case, path: string | Case['path'], missing?: string): Case => ({
  ...one,
  path: typeof path === 'string' ? () => path : path,
  missing: missing === undefined ? undefined : { path: missing },
});

const file =
  (key: Ids, more = ''): Case['path'] =>
  (world) =>
    `/api/media/${world[key]}${more}`;

const sending = (one: Case, field: string, value: string | File): Case => ({
  ...one,
  init: () => {
    const body = new FormData();
    body.append(field, value);
    return { body };
  },
});

const same = (one: Case | Case[], routes: string[]): Record<string, Case[]> =>
  Object.fromEntries(routes.map((route) => [route, [one].flat()]));

export const SCOPES: Record<TokenScope, { method: 'GET' | 'any'; ofOperators: boolean }> = {
  read: { method: 'GET', ofOperators: false },
  write: { method: 'any', ofOperators: false },
  admin: { method: 'any', ofOperators: true },
};

export const isRefusedToTokens = (route: string): boolean =>
  (/^(auth|signInByText|provider|phone|proof|passkeys|tokens|programs|push|notesByMail|pages|hooks)\./.test(
    route,
  ) &&
    route !== 'auth.session' &&
    route !== 'push.key') ||
  /^(reminders\.\w*[cC]alendar|feeds\.(list|renew|end))$/.test(route) ||
  route === 'mail.setAddress' ||
  route === 'GET /api/export';

/** What a token for some boards may do; all else is 403. */
export const BY_BOARD = words`
  messages.list messages.byTag messages.onSharedBoard messages.polledPage messages.get messages.thread
  messages.add messages.edit messages.pin messages.react messages.tick messages.remove boards.tags boards.shared boards.tagsWithCounts
  boards.sharedWithCounts boards.members search.messages search.count media.words reminders.list reminders.set
  reminders.add reminders.snooze reminders.done reminders.end reminders.restore`;
export const FILES_BY_BOARD = ['GET /api/media/:id', 'GET /api/media/:id/:width'];

export const ACCESS: Record<string, Case[]> = {
  ...same(
    everybody(),
    words`auth.session auth.codeState auth.logout signInByText.state passkeys.startSignIn product.get
    simulator.phones`,
  ),
  // these calls are for a process supervisor; /metrics needs a token if the caller is on another machine
  ...same(everybody(), ['/healthz', '/readyz', '/metrics']),
  ...same(
    signedIn("the caller's own"),
    words`auth.devices provider.identity auth.endOtherDevices proof.state proof.sendCode passkeys.list passkeys.accountLog
      tokens.list hooks.list feeds.list users.profile users.storage
    users.removePhoto users.firstSteps users.dismissFirstSteps messages.list digests.list evening.get evening.end mail.get mail.removeAddress reminders.list
    reminders.calendar reminders.renewCalendar reminders.endCalendar boards.tags boards.tagsWithCounts
    boards.shared boards.sharedWithCounts pages.list boards.people boards.blockedPeople push.list push.offer push.hideOffer
    notifications.channels notifications.preferences invites.mine imports.list`,
  ),
  ...same(
    ofOperators(),
    words`admin.blockedNumbers admin.texting admin.consents admin.costs admin.stats admin.countUsers admin.feedback admin.downloads
    admin.heldTexts admin.newNumber admin.closeNewNumber admin.health admin.line admin.checkLine
    admin.estimate admin.broadcasts search.embed search.embedding backups.state`,
  ),
  'auth.login': [everybody('own number', { phoneNumber: '+12025550111' })],
  'auth.verify': [wrong('a guessed code', { phoneNumber: '+12025550111', code: '000000' })],
  'signInByText.start': [everybody('own number', { phoneNumber: '+12025550111' })],
  'signInByText.finish': [wrong('without a text')],
  // no provider answers in this world
  'provider.start': [answering({ everybody: 503 })('the provider is away')],
  'provider.finish': [wrong('a made-up answer', { state: 'x', code: 'x' })],
  'provider.remove': [nobody('without a connection')],
  // this world is no demo (tests/http/demo.test.ts)
  ...same(unknown(), words`demo.state demo.start`),
  'POST /oidc/logout': [at(wrong('nothing'), '/oidc/logout')],
  'auth.link': [everybody('a guessed one', { token: 'guessed' })],
  'auth.redeemLink': [wrong('a guessed one', { token: 'guessed' })],
  'auth.endDevice': [nobody('an unknown one', { id: NO_ID - 1 }, 'id')],
  'phone.sendCode': [signedIn('a new number', { phoneNumber: '+12025550199' })],
  'phone.change': [
    answering({ others: 400 })('a guessed code', { phoneNumber: '+12025550199', code: '000000' }),
  ],
  'proof.byCode': [answering({ others: 400 })('a guessed code', { code: '000000' })],
  'proof.startPasskey': [nobody('without a passkey')],
  'proof.byPasskey': [answering({ others: 400 })('a made-up one', SIGNED_BY_NOBODY)],
  'passkeys.startAdding': [signedIn('an own one')],
  'passkeys.add': [
    answering({ others: 400 })('a made-up one', {
      ...MADE_UP_PASSKEY,
      response: { clientDataJSON: 'e30', attestationObject: 'e30' },
    }),
  ],
  'passkeys.remove': [nobody('an unknown one', { id: NO_ID - 1 }, 'id')],
  'passkeys.signIn': [wrong('a made-up one', SIGNED_BY_NOBODY)],
  'programs.look': [answering({ others: 400 })('a program that is not known', PROGRAM)],
  'programs.allow': [
    answering({ others: 400 })('a program that is not known', { ...PROGRAM, granted: 'read' }),
  ],
  'GET /.well-known/oauth-authorization-server': [
    at(everybody('metadata'), '/.well-known/oauth-authorization-server'),
  ],
  'GET /.well-known/oauth-protected-resource': [
    at(everybody('metadata'), '/.well-known/oauth-protected-resource'),
  ],
  'GET /.well-known/oauth-protected-resource/mcp': [
    at(everybody('metadata'), '/.well-known/oauth-protected-resource/mcp'),
  ],
  'POST /oauth/register': [at(wrong('nothing'), '/oauth/register')],
  'POST /oauth/token': [at(wrong('nothing'), '/oauth/token')],
  'POST /oauth/revoke': [at(wrong('nothing'), '/oauth/revoke')],
  'tokens.create': [
    adding('to read', { name: 'Reader', scope: 'read' }),
    answering({ operator: 201, others: 403 })('for the calls of operators', {
      name: 'Admin',
      scope: 'admin',
    }),
  ],
  'tokens.revoke': [
    answering({ owner: 200, others: 404 })("the owner's", ({ token }) => ({ id: token }), 'id'),
  ],
  'auth.deleteAccount': [signedIn()],
  'users.setTimeZone': [signedIn('', { timeZone: 'Europe/Berlin' })],
  'users.updateProfile': [signedIn("the caller's own", { firstName: 'New', lastName: 'Name' })],
  // of a tag without messages that the caller sees, the list is empty
  'messages.byTag': [
    signedIn('the shared board', { tag: 'house' }),
    signedIn("the sender's private board", { tag: 'diary' }),
    signedIn('a page before an invisible message', ({ gardenMessage }) => ({
      tag: 'mine',
      limit: 5,
      before: gardenMessage,
    })),
  ],
  'messages.polledPage': [
    signedIn("the caller's own"),
    onBoardOrFormer('the shared board', { tag: 'house', limit: 5 }, 'tag'),
    elsewhere(onlySender("the sender's private board", { tag: 'diary' }, 'tag')),
  ],
  'messages.onSharedBoard': [
    onBoard('the board', { name: 'house' }, 'name'),
    nobody('a private board', { name: 'mine' }, 'name'),
    onlyStranger("another's board", { name: 'garden' }, 'name'),
  ],
  ...same(
    [
      onBoard('on the shared board', withId('message'), 'id'),
      ofOwn(),
      nobody('a deleted one', withId('deletedMessage'), 'id'),
    ],
    ['messages.get', 'messages.thread'],
  ),
  'digests.set': [
    signedIn('of all boards', { time: '08:00' }),
    onBoard('of the shared board', onBoardWith('house', { weekday: 0, time: '18:00' }), 'boardId'),
    ofPrivate({ time: '08:00' }),
  ],
  'mail.setAddress': [
    answering({ nobody: 401, others: 201 })('an address', (_, caller) => ({
      address: `${caller}@example.org`,
    })),
  ],
  'mail.setByMail': [signedIn('off', { byMail: false })],
  'evening.set': [
    signedIn('', { time: '21:00', tag: 'days' }),
    answering({ others: 400 })('with the answers on #feedback', { time: '21:00', tag: 'feedback' }),
  ],
  'digests.end': [
    signedIn('of all boards'),
    onBoard('of the shared board', onBoardWith('house'), 'boardId'),
    ofPrivate(),
  ],
  'messages.add': [
    addingOnBoard('a reply', ({ message }) => ({ content: 'Yes', replyTo: message }), 'replyTo'),
    nobody(
      'a reply to a deleted message',
      ({ deletedMessage }) => ({ content: 'Yes', replyTo: deletedMessage }),
      'replyTo',
    ),
    elsewhere(adding('to the shared board or a new one', { content: 'Hi', tags: ['house'] }), {
      'stranger for garden': 404,
    }),
    elsewhere(adding('to a board of their own', { content: 'Hi', tags: ['mine'] })),
    elsewhere(adding('to a new board', { content: 'Hi #new' })),
  ],
  'messages.edit': [
    elsewhere(ofSender("the sender's, on two boards", withId('message', { content: 'Other' }), 'id'), 403),
    onlyStranger('on a board', withId('gardenMessage', { content: 'Other' }), 'id'),
    elsewhere(onlyStranger('to another board', withId('gardenMessage', { tags: ['mine'] }))),
    ofOwn({ content: 'Other' }),
  ],
  'messages.react': [
    onBoard('to one on the shared board', withId('message', { emoji: '👍' }), 'id'),
    nobody('to a deleted one', withId('deletedMessage', { emoji: '👍' }), 'id'),
    ofOwn({ emoji: '👍' }),
  ],
  'messages.tick': [onBoard('on a board', withId('message', { item: 'lamp', done: true }), 'id')],
  'messages.remove': [
    elsewhere(ofSender("the sender's, on two boards", withId('message'), 'id'), 403),
    onlyStranger('on another board', withId('gardenMessage'), 'id'),
    ofOwn(),
  ],
  'messages.restore': [
    onlySender('deleted by the sender', withId('deletedMessage'), 'id'),
    onlySender("not deleted, the sender's", withId('message'), 'id'),
  ],
  'reminders.add': [
    elsewhere(adding('to the shared board', { words: 'call mum tomorrow 9am #house' }), {
      'stranger for garden': 404,
    }),
    elsewhere(adding('to a new board', { words: 'call mum tomorrow 9am #new' })),
  ],
  'reminders.set': [
    onBoard('of a message on the shared board', withId('message', { remindAt: '2099-01-01T09:00' }), 'id'),
    nobody('of a deleted message', withId('deletedMessage', { remindAt: '2099-01-01T09:00' }), 'id'),
    ofOwn({ remindAt: '2099-01-01T09:00' }),
  ],
  ...same(
    answering({ sender: 200, owner: 200, others: 404 })('of two people', withId('message'), 'id'),
    words`reminders.snooze reminders.done reminders.end reminders.restore`,
  ),
  'messages.pin': [
    onBoard('on the shared board', withId('message', { tag: 'house', pinned: true }), 'id'),
    elsewhere(onlySender('on a private board', withId('message', { tag: 'diary', pinned: true }), 'tag')),
    nobody('a message that is not on the board', withId('message', { tag: 'mine', pinned: true })),
  ],
  'messages.takeOff': [
    ofPrivate({ id: 1 }),
    ofOwner('from the board', ({ house, message }) => ({ boardId: house, id: message }), 'boardId'),
    refusesMembers('one that is elsewhere', ({ house: boardId, gardenMessage: id }) => ({ boardId, id })),
    onlyStranger(
      "from another's board",
      ({ garden: boardId, gardenMessage: id }) => ({ boardId, id }),
      'boardId',
    ),
  ],
  ...same(
    [
      onlySender("the sender's private board", { tag: 'diary' }, 'tag'),
      unlessShared('the shared board', { tag: 'house' }, 'tag'),
      signedIn("the caller's own", { tag: 'mine' }),
    ],
    ['boards.tagRemoval', 'boards.removeTag'],
  ),
  'boards.seen': [
    onBoardOrFormer('the shared board', ({ message }) => ({ tag: 'house', messageId: message }), 'tag'),
    signedIn("the caller's own", { tag: 'mine', messageId: NO_ID }),
  ],
  'boards.setList': [
    onBoardOrFormer('the shared board', { tag: 'house', list: false }, 'tag'),
    signedIn("the caller's own", { tag: 'mine', list: true }),
  ],
  ...same(
    [onBoardOrFormer('the shared board', { board: 'house' }, 'board'), signedIn("the caller's own", {})],
    words`notesByMail.address notesByMail.renew notesByMail.end`,
  ),
  'feeds.renew': [
    onBoardOrFormer('the shared board', { board: 'house' }, 'board'),
    signedIn('a search', { query: 'lamp' }),
  ],
  'feeds.end': [onBoardOrFormer('the shared board', { board: 'house' }, 'board')],
  'hooks.create': [
    adding('of all boards', { url: LINK }),
    answering({ owner: 201, member: 201, sender: 201, former: 201, others: 404 })('of the shared board', {
      url: LINK,
      boards: ['house'],
    }),
    answering({ operator: 201, others: 403 })('of everything', { url: LINK, everything: true }),
  ],
  ...same(
    onlySender("the sender's", withId('hook', { active: true }), 'id'),
    words`hooks.change hooks.rotate hooks.remove hooks.deliveries hooks.test`,
  ),
  'hooks.sendAgain': [
    onlySender("the sender's", ({ hook, delivery }) => ({ id: hook, deliveryId: delivery }), 'id'),
  ],
  'boards.pin': [
    onBoardOrFormer('the shared board', { tag: 'house', pinned: true }, 'tag'),
    signedIn("the caller's own", { tag: 'mine', pinned: true }),
  ],
  'boards.archive': [
    onBoardOrFormer('the shared board', { tag: 'house', archived: true }, 'tag'),
    signedIn("the caller's own", { tag: 'mine', archived: true }),
  ],
  'pages.ofBoard': [
    onBoardOrFormer('the shared board', { tag: 'house' }, 'tag'),
    signedIn("the caller's own", { tag: 'mine' }),
  ],
  'pages.publish': [
    answering({ owner: 200, former: 200, member: 403, sender: 403, others: 404 })(
      'the shared board',
      { tag: 'house', licence: 'none', indexed: false },
      'tag',
    ),
    signedIn("the caller's own", { tag: 'mine', licence: 'none', indexed: false }),
  ],
  'pages.unpublish': [
    ofOwner('the shared board', { tag: 'house' }),
    nobody('a board that is not published', { tag: 'mine' }),
  ],
  'pages.show': [
    answering({ member: 200, sender: 200, owner: 409, former: 409, others: 404 })(
      'on the shared board',
      { tag: 'house', audience: 'guests', shown: true },
      'tag',
    ),
  ],
  'pages.addGuestLink': [
    answering({ owner: 201, former: 201, member: 403, sender: 403, others: 404 })(
      'of the shared board',
      { tag: 'house', mayPost: true, days: 1 },
      'tag',
    ),
  ],
  'pages.endGuestLink': [
    ofOwner('of the shared board', withId('guestLink', { tag: 'house' })),
    nobody('by another board', withId('guestLink', { tag: 'mine' })),
  ],
  // anybody who has the address may read what shows there, and nothing else
  'GET /p/:address': [
    at(everybody('of the shared board'), ({ pagePath }) => pagePath),
    at(unknown('a guessed one'), '/p/guessed'),
  ],
  'GET /p/:address/feed.atom': [at(everybody(), ({ pagePath }) => `${pagePath}/feed.atom`)],
  'GET /p/:address/feed.json': [at(everybody(), ({ pagePath }) => `${pagePath}/feed.json`)],
  'GET /p/:address/media/:id': [
    at(unknown('a picture as it is stored'), ({ pagePath, file }) => `${pagePath}/media/${file}`),
  ],
  'GET /p/:address/media/:id/:width': [
    at(everybody('of one who agreed'), ({ pagePath, file }) => `${pagePath}/media/${file}/320`),
    at(unknown('of a deleted message'), ({ pagePath, deletedFile: id }) => `${pagePath}/media/${id}/320`),
    at(unknown('of no message'), ({ pagePath, unusedUpload: id }) => `${pagePath}/media/${id}/320`),
  ],
  'GET /g/:secret': [
    at(everybody('of the shared board'), ({ guestPath }) => guestPath),
    at(unknown('the address of the page'), ({ pagePath }) => pagePath.replace('/p/', '/g/')),
  ],
  'POST /g/:secret': [
    {
      ...at(answering({ everybody: 303 })('a message'), ({ guestPath }) => guestPath),
      init: () => ({ body: new URLSearchParams({ name: 'Zoe', content: 'Hi', key: '1' }) }),
    },
    at(unknown('a guessed one'), '/g/guessed'),
  ],
  'GET /g/:secret/media/:id': [
    at(unknown('a picture as it is stored'), ({ guestPath, file }) => `${guestPath}/media/${file}`),
  ],
  'GET /g/:secret/media/:id/:width': [
    at(unknown('of one who did not agree'), ({ guestPath, file }) => `${guestPath}/media/${file}/320`),
  ],
  'boards.restoreTag': [
    onlySender("the sender's deleted tag", { tag: 'gone' }, 'tag'),
    nobody('a tag that is not deleted', { tag: 'mine' }),
  ],
  'boards.createShared': [
    adding('a new one', { name: 'Club' }),
    answering({ owner: 409, member: 409, sender: 409, former: 409, others: 201 })(
      'with the name of the board',
      { name: 'house' },
    ),
  ],
  'boards.members': [
    onBoard('of the board', { name: 'house' }, 'name'),
    nobody('of a private board', { name: 'mine' }, 'name'),
  ],
  'boards.invite': [
    ofOwner('to the board', inviting('house'), 'name'),
    refusesMembers('a number without an account', { name: 'house', phoneNumber: '+12025550100' }),
    nobody('to a private board', inviting('mine'), 'name'),
  ],
  'boards.convertAndInvite': [
    onlySender("the sender's private board", inviting('diary'), 'name'),
    unlessShared('the shared board', inviting('house'), 'name'),
    signedIn("the caller's own", ({ phones }, caller) => ({
      name: 'mine',
      phoneNumber: phones[caller === 'owner' ? 'member' : 'owner'],
    })),
  ],
  'boards.renameShared': [
    ofPrivate({ newName: 'home' }),
    ofOwner('the board', onBoardWith('house', { newName: 'home' }), 'boardId'),
    onlyStranger("another's board", onBoardWith('garden', { newName: 'home' }), 'boardId'),
  ],
  'boards.renamePrivate': [
    onlySender("the sender's private board", { name: 'diary', newName: 'home' }, 'name'),
    unlessShared('the shared board', { name: 'house', newName: 'home' }, 'name'),
    signedIn("the caller's own", { name: 'mine', newName: 'home' }),
  ],
  'boards.removeMember': [
    ofPrivate({ userId: 1 }),
    answering({ owner: 200, sender: 200, member: 403, others: 404 })('the sender', whom('sender'), 'boardId'),
    refusesMembers('somebody who is not a member', whom('stranger')),
    answering({ owner: 409, member: 403, sender: 403, others: 404 })('the owner', whom('owner'), 'boardId'),
  ],
  'boards.namePerson': [
    answering({ member: 200, sender: 200, others: 404 })('the owner of the board', ({ users }) => ({
      userId: users.owner.id,
      name: 'Granny',
    })),
    nobody('an unknown one', { userId: NO_ID, name: 'Nobody' }),
  ],
  'boards.blockPerson': [
    answering({ member: 200, sender: 200, former: 200, others: 404 })(
      'the owner of the board',
      ({ users }) => ({
        userId: users.owner.id,
      }),
    ),
    nobody('an unknown one', { userId: NO_ID }),
  ],
  'boards.unblockPerson': [nobody('nobody blocked', ({ users }) => ({ id: users.owner.id }), 'id')],
  'boards.removeShared': [
    ofPrivate(),
    ofOwner('the board', onBoardWith('house'), 'boardId'),
    onlyStranger("another's board", onBoardWith('garden'), 'boardId'),
  ],
  'push.key': [signedIn()],
  'push.subscribe': [
    adding("the caller's browser", PUSH_SUBSCRIPTION),
    answering({ others: 400 })('an address inside', {
      ...PUSH_SUBSCRIPTION,
      endpoint: 'https://localhost/push',
    }),
  ],
  'push.change': [onlySender("the sender's browser", withId('subscription', { showsText: true }), 'id')],
  'push.remove': [onlySender("the sender's browser", withId('subscription'), 'id')],
  'push.test': [answering({ sender: 422, others: 404 })("the sender's browser, whose push service is away")],
  'notifications.setChannel': [
    ofPrivate({ channel: 'text' }),
    onBoard('of the board', onBoardWith('house', { channel: 'text' }), 'boardId'),
    onlyStranger("of another's board", onBoardWith('garden', { channel: 'text' }), 'boardId'),
  ],
  'notifications.setAnswersPosted': [
    ofPrivate({ answersPosted: true }),
    onBoard('of the board', onBoardWith('house', { answersPosted: true }), 'boardId'),
    onlyStranger("of another's board", onBoardWith('garden', { answersPosted: true }), 'boardId'),
  ],
  'notifications.setPreference': [
    ofPrivate({ smsEnabled: false }),
    onBoard('of the board', onBoardWith('house', { smsEnabled: false }), 'boardId'),
    onlyStranger("of another's board", onBoardWith('garden', { smsEnabled: false }), 'boardId'),
  ],
  'previews.get': [signedIn('a link', { url: LINK })],
  'previews.movie': [signedIn('without a key', { imdbId: 'tt0133093' })],
  'GET /api/previews/images/:id': [at(nobody('an unknown picture'), '/api/previews/images/none')],
  'POST /api/profile/photo': [
    {
      ...answering({ others: 415 })('without a form'),
      init: () => ({ body: '{}', headers: { 'content-type': 'application/json' } }),
    },
  ],
  'GET /api/avatars/:id': [
    at(
      nobody("the sender's, who has none"),
      ({ users }) => `/api/avatars/${users.sender.id}`,
      `/api/avatars/${NO_ID}`,
    ),
  ],
  'search.messages': [
    signedIn('a word', { q: 'lamp' }),
    onBoardOrFormer('within the board', { q: 'lamp', board: 'house' }, 'board'),
  ],
  'invites.look': [
    everybody("the owner's", ({ users }) => ({ code: users.owner.inviteCode })),
    wrong("nobody's", { code: 'nobodys' }),
  ],
  'invites.submit': [
    everybody("the owner's", ({ users }, caller) => ({
      inviteCode: users.owner.inviteCode,
      phoneNumber: `+120255503${10 + CALLERS.indexOf(caller)}`,
    })),
  ],
  'invites.toBoard': [
    ofOwner('to the board', { name: 'house', phoneNumber: UNKNOWN }, 'name'),
    ofOwner('a number with an account', inviting('house'), 'name'),
    nobody('to a private board', { name: 'mine', phoneNumber: UNKNOWN }, 'name'),
  ],
  'invites.convertAndInvite': [
    onlySender("the sender's private board", { name: 'diary', phoneNumber: UNKNOWN }, 'name'),
    unlessShared('the shared board', { name: 'house', phoneNumber: UNKNOWN }, 'name'),
  ],
  'invites.ofBoard': [
    ofOwner('of the board', { name: 'house' }, 'name'),
    nobody('of a private board', { name: 'mine' }, 'name'),
  ],
  'invites.takeBack': [
    ofOwner('of the board', ({ house, pending }) => ({ boardId: house, inviteId: pending }), 'boardId'),
    nobody(
      'by another board',
      ({ garden: boardId, pending }) => ({ boardId, inviteId: pending }),
      'inviteId',
    ),
    ofPrivate({ inviteId: NO_ID }),
  ],
  'admin.costsOfPeople': [ofOperators('', { month: '2026-01' })],
  'admin.users': [ofOperators('', { limit: 5 })],
  'admin.endSignIns': [
    ofOperators('those of another account', ({ users }) => ({ id: users.member.id })),
    unknownToOperators('those of an unknown account', { id: NO_ID }),
    wrongOfOperators("the operator's own", ({ users }) => ({ id: users.operator.id })),
  ],
  'admin.removeUser': [
    ofOperators('another account', ({ users }) => ({ id: users.member.id })),
    unknownToOperators('an unknown account', { id: NO_ID }),
    wrongOfOperators("the operator's own", ({ users }) => ({ id: users.operator.id })),
  ],
  'admin.removeUsers': [
    ofOperators('other accounts', ({ users }) => ({ userIds: [users.member.id, users.owner.id] })),
    wrongOfOperators("the operator's own among them", ({ users }) => ({
      userIds: [users.member.id, users.operator.id],
    })),
  ],
  'admin.blockNumber': [
    ofOperators('of a stranger', { phoneNumber: UNKNOWN, reason: 'Advertising' }),
    wrongOfOperators('of the operator', ({ phones }) => ({
      phoneNumber: phones.operator,
      reason: 'Mistake',
    })),
  ],
  'admin.unblockNumber': [unknownToOperators('an unknown id', { id: NO_ID })],
  'admin.retryDownload': [unknownToOperators('an unknown id', { id: NO_ID })],
  'admin.decideHeldTexts': [ofOperators('nothing held', { decision: 'drop' })],
  // the phone simulator has no settings to repair
  'admin.repairLine': [wrongOfOperators()],
  'admin.testBroadcast': [ofOperators('a test', { message: 'Hi' })],
  // a valid call would wait until the broadcast is sent, but no worker runs here, so the test sends an
  // invalid one
  'admin.broadcast': [wrongOfOperators('an empty one', { message: ' ' })],
  'admin.stopBroadcast': [unknownToOperators('an unknown id', { id: NO_ID })],
  'simulator.texts': [everybody('all')],
  'simulator.mails': [everybody('of a phone', { phone: '+12025550111' })],
  'simulator.sendMail': [
    answering({ everybody: 201 })('a note', { phone: '+12025550111', subject: 'Milk', body: '' }),
  ],
  'GET /api/simulator/mails/:id': [at(unknown('an unknown one'), `/api/simulator/mails/${NO_ID}`)],
  'simulator.send': [answering({ everybody: 201 })('a text', { from: '+12025550111', body: 'Hi' })],
  'simulator.release': [everybody('held texts', {})],
  'simulator.delivery': [everybody('of a phone', { phone: '+12025550111' })],
  'simulator.setDelivery': [everybody('of a phone', { phone: '+12025550111', delivery: 'normal' })],
  'GET /api/simulator/texts/:id/media/:index': [
    at(unknown('of a text without photos'), `/api/simulator/texts/${NO_ID}/media/0`),
  ],
  'GET /api/openapi.json': [everybody()],
  'GET /api/product/contact.vcf': [everybody()],
  // anyone who knows the address of a calendar may read the calendar
  'GET /api/calendars/:file': [at(everybody("the sender's"), ({ calendar }) => calendar)],
  // and so it is with the address of a feed, and those of its files
  'GET /api/feeds/:file': [
    at(everybody("the sender's"), ({ feed }) => feed),
    at(unknown('a guessed one'), `/api/feeds/${'A'.repeat(22)}.atom`),
  ],
  'GET /api/feeds/:secret/:file': [at(everybody('in the feed'), ({ enclosure }) => enclosure)],
  // whoever has the mail may confirm its address, or end such mails
  'GET /mail/confirm/:token': [at(unknown('a guessed one'), '/mail/confirm/guessed')],
  'POST /mail/confirm/:token': [at(unknown('a guessed one'), '/mail/confirm/guessed')],
  'GET /mail/stop/:token': [at(unknown('a guessed one'), '/mail/stop/1-guessed')],
  'POST /mail/stop/:token': [at(unknown('a guessed one'), '/mail/stop/1-guessed')],
  // the carrier knows the address of a picture, which works once
  'GET /m/:secret': [at(unknown('a guessed one'), '/m/guessed')],
  'GET /api/docs': [everybody()],
  'GET /api/media/:id': [
    at(nobody('of a deleted message'), file('deletedFile'), NO_FILE),
    at(onBoard('of the message'), file('file'), NO_FILE),
    elsewhere(at(onlySender("the sender's upload"), file('unusedUpload'), NO_FILE)),
  ],
  'media.words': [
    onBoard('', withId('file'), 'id'),
    elsewhere(onlySender("the sender's upload", withId('unusedUpload'), 'id')),
    nobody('of a deleted message', withId('deletedFile'), 'id'),
  ],
  'media.describe': [
    ofSender('', withId('file', { alt: 'A lamp' }), 'id'),
    nobody('of a deleted message', withId('deletedFile', { alt: 'A mirror' }), 'id'),
  ],
  'GET /api/media/:id/:width': [
    at(onBoard('of the message'), file('file', '/320'), `${NO_FILE}/320`),
    elsewhere(at(onlySender("the sender's upload"), file('unusedUpload', '/320'), `${NO_FILE}/320`)),
  ],
  'GET /ws/messages': [answering({ others: 400 })('without an upgrade')],
  'POST /api/media': [
    sending(adding('a file'), 'files', new File(['A file'], 'file.txt', { type: 'text/plain' })),
  ],
  'POST /api/import': [
    at(
      sending(adding('a file to look at'), 'file', new File(['content\nHello\n'], 'notes.csv')),
      '/api/import?look=1',
    ),
  ],
  'imports.get': [onlySender("the sender's import", withId('importId'), 'id')],
  'imports.start': [onlySender("the sender's import", withId('importId', { tag: 'keep' }), 'id')],
  'imports.undo': [
    answering({ sender: 409, others: 404 })(
      "the sender's import, of which nothing is stored",
      withId('importId'),
      'id',
    ),
  ],
  'imports.remove': [onlySender("the sender's import", withId('importId'), 'id')],
  '/mcp': [
    {
      ...answering({ everybody: 401 })('the list of tools'),
      init: () => ({
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      }),
      byToken: 200,
    },
  ],
  'POST /share': [wrong('no form'), sending(answering({ everybody: 303 })('a form'), 'text', 'Shared')],
  'search.related': [onBoard('', withId('message'), 'id')],
  'search.count': [
    signedIn("the caller's own", { q: 'lamp' }),
    onBoardOrFormer('on the shared board', { q: 'lamp', board: 'house' }, 'board'),
  ],
  '/api': [at(unknown('the path /api'), '/api')],
  '/api/*': [at(unknown('an unknown path'), '/api/nothing')],
  '/mcp/*': [at(unknown('an unknown path'), '/mcp/nothing')],
  '/.well-known/*': [at(unknown('an unknown path'), '/.well-known/nothing')],
  '/trpc/*': [at(unknown('an unknown procedure'), '/trpc/nothing')],
  '/*': [at(everybody('a page'), '/')],
  'GET /api/export': [signedIn("the caller's own")],
};
