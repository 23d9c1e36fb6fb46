import { CALLERS, type Caller, LINK, type World } from './world';

type Input = Record<string, unknown>;

/** One call as ten kinds of people make it. */
export type Case = {
  what: string;
  /** What is sent: parts of the path, query and body together, as the procedure takes them. */
  input?: (world: World, caller: Caller) => Input;
  /** The same call about something that is not there. Who may not see the thing gets this very answer, byte for byte. */
  missing?: Input;
  /** For a door that is no procedure; what is missing is then another `path`. */
  path?: (world: World, caller: Caller) => string;
  init?: (world: World, caller: Caller) => RequestInit;
  /** Statuses by REST. `everybody` opens the door to all ten; else who is signed out gets 401, and `others` are those not named. */
  answers: Partial<Record<Caller, number>> & ({ everybody: number } | { others: number });
};

const NO_ID = 999_999;
const NO_NAME = 'nothing-of-this-name';
const onBoard = { owner: 200, member: 200, sender: 200, others: 404 };
/** What only the owner of #house may do: members are told so, all others know of no such board. */
const ofOwner = { owner: 200, member: 403, sender: 403, others: 404 };
const ofSender = { sender: 200, owner: 403, member: 403, others: 404 };
const ofOperators = { operator: 200, others: 403 };
const all = { others: 200 };
const none = { others: 404 };

const own = (world: World, caller: Caller) => world.mine[caller === 'nobody' ? 'owner' : caller];

/** A call for shared boards about a private one of the caller's: there is no such shared board. */
const ofPrivate = (input: Input = {}): Case => ({
  what: "the caller's private board",
  input: ({ privately }, caller) => ({
    boardId: privately[caller === 'nobody' ? 'owner' : caller],
    ...input,
  }),
  missing: { boardId: NO_ID },
  answers: none,
});

/**
 * Who may do what: every procedure, and every other address that the server answers at (`GET /api/docs`). A door
 * without a row fails the test.
 */
export const ACCESS: Record<string, Case[]> = {
  'auth.session': [{ what: 'asked', answers: { everybody: 200 } }],
  'auth.login': [
    { what: 'own number', input: () => ({ phoneNumber: '+12025550111' }), answers: { everybody: 200 } },
  ],
  'auth.verify': [
    {
      what: 'a guessed code',
      input: () => ({ phoneNumber: '+12025550111', code: '000000' }),
      answers: { everybody: 400 },
    },
  ],
  'auth.logout': [{ what: 'asked', answers: { everybody: 200 } }],
  'auth.deleteAccount': [{ what: 'asked', answers: all }],
  'users.profile': [{ what: 'own', answers: all }],
  'users.updateProfile': [
    { what: 'own', input: () => ({ firstName: 'New', lastName: 'Name' }), answers: all },
  ],
  'product.get': [{ what: 'asked', answers: { everybody: 200 } }],

  'messages.list': [{ what: 'own', answers: all }],
  'messages.byTag': [
    {
      what: 'the shared board',
      input: () => ({ tag: 'house' }),
      missing: { tag: NO_NAME },
      answers: { ...onBoard, former: 200 },
    },
    {
      what: "the sender's private board",
      input: () => ({ tag: 'diary' }),
      missing: { tag: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    { what: 'own', input: () => ({ tag: 'mine' }), answers: all },
    {
      what: 'a page before a message one cannot see',
      input: ({ gardens }) => ({ tag: 'mine', limit: 5, before: gardens }),
      answers: all,
    },
  ],
  'messages.onSharedBoard': [
    { what: 'the board', input: () => ({ name: 'house' }), missing: { name: NO_NAME }, answers: onBoard },
    { what: 'a private board', input: () => ({ name: 'mine' }), missing: { name: NO_NAME }, answers: none },
    {
      what: "another's board",
      input: () => ({ name: 'garden' }),
      missing: { name: NO_NAME },
      answers: { stranger: 200, others: 404 },
    },
  ],
  'messages.add': [
    {
      what: 'to the shared board or a new one',
      input: () => ({ content: 'Hi', tags: ['house'] }),
      answers: { others: 201 },
    },
  ],
  'messages.edit': [
    {
      what: "the sender's",
      input: ({ message }) => ({ id: message, content: 'Other' }),
      missing: { id: NO_ID },
      answers: ofSender,
    },
    {
      what: 'on another board',
      input: ({ gardens }) => ({ id: gardens, tags: ['mine'] }),
      missing: { id: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
    { what: 'own', input: (world, caller) => ({ id: own(world, caller), content: 'Other' }), answers: all },
  ],
  'messages.remove': [
    {
      what: "the sender's",
      input: ({ message }) => ({ id: message }),
      missing: { id: NO_ID },
      answers: ofSender,
    },
    {
      what: 'on another board',
      input: ({ gardens }) => ({ id: gardens }),
      missing: { id: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
    { what: 'own', input: (world, caller) => ({ id: own(world, caller) }), answers: all },
  ],
  'messages.takeOff': [
    ofPrivate({ id: 1 }),
    {
      what: 'from the board',
      input: ({ house, message }) => ({ boardId: house, id: message }),
      missing: { boardId: NO_ID },
      answers: ofOwner,
    },
    {
      what: 'a message that is elsewhere',
      input: ({ house, gardens }) => ({ boardId: house, id: gardens }),
      answers: { member: 403, sender: 403, others: 404 },
    },
    {
      what: "from another's board",
      input: ({ garden, gardens }) => ({ boardId: garden, id: gardens }),
      missing: { boardId: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
  ],

  'boards.tags': [{ what: 'own', answers: all }],
  'boards.tagsWithCounts': [{ what: 'own', answers: all }],
  'boards.tagRemoval': [
    {
      what: "the sender's private board",
      input: () => ({ tag: 'diary' }),
      missing: { tag: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    {
      what: 'the shared board',
      input: () => ({ tag: 'house' }),
      missing: { tag: NO_NAME },
      answers: { owner: 409, member: 409, sender: 409, former: 200, others: 404 },
    },
    { what: 'own', input: () => ({ tag: 'mine' }), answers: all },
  ],
  'boards.removeTag': [
    {
      what: "the sender's private board",
      input: () => ({ tag: 'diary' }),
      missing: { tag: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    {
      what: 'the shared board',
      input: () => ({ tag: 'house' }),
      missing: { tag: NO_NAME },
      answers: { owner: 409, member: 409, sender: 409, former: 200, others: 404 },
    },
    { what: 'own', input: () => ({ tag: 'mine' }), answers: all },
  ],
  'boards.shared': [{ what: 'own', answers: all }],
  'boards.sharedWithCounts': [{ what: 'own', answers: all }],
  'boards.createShared': [
    { what: 'a new one', input: () => ({ name: 'Club' }), answers: { others: 201 } },
    {
      what: 'with the name of the board',
      input: () => ({ name: 'house' }),
      answers: { owner: 409, member: 409, sender: 409, former: 409, others: 201 },
    },
  ],
  'boards.members': [
    { what: 'of the board', input: () => ({ name: 'house' }), missing: { name: NO_NAME }, answers: onBoard },
    {
      what: 'of a private board',
      input: () => ({ name: 'mine' }),
      missing: { name: NO_NAME },
      answers: none,
    },
  ],
  'boards.invite': [
    {
      what: 'to the board',
      input: ({ phones }) => ({ name: 'house', phoneNumber: phones.newcomer }),
      missing: { name: NO_NAME },
      answers: ofOwner,
    },
    {
      what: 'a number without an account',
      input: () => ({ name: 'house', phoneNumber: '+12025550100' }),
      answers: { member: 403, sender: 403, others: 404 },
    },
    {
      what: 'to a private board',
      input: ({ phones }) => ({ name: 'mine', phoneNumber: phones.newcomer }),
      missing: { name: NO_NAME },
      answers: none,
    },
  ],
  'boards.convertAndInvite': [
    {
      what: "the sender's private board",
      input: ({ phones }) => ({ name: 'diary', phoneNumber: phones.newcomer }),
      missing: { name: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    {
      what: 'the shared board',
      input: ({ phones }) => ({ name: 'house', phoneNumber: phones.newcomer }),
      missing: { name: NO_NAME },
      answers: { owner: 409, member: 409, sender: 409, former: 200, others: 404 },
    },
    {
      what: 'own',
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
      what: 'the board',
      input: ({ house }) => ({ boardId: house, newName: 'home' }),
      missing: { boardId: NO_ID },
      answers: ofOwner,
    },
    {
      what: "another's board",
      input: ({ garden }) => ({ boardId: garden, newName: 'home' }),
      missing: { boardId: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
  ],
  'boards.renamePrivate': [
    {
      what: "the sender's private board",
      input: () => ({ name: 'diary', newName: 'home' }),
      missing: { name: NO_NAME },
      answers: { sender: 200, others: 404 },
    },
    {
      what: 'the shared board',
      input: () => ({ name: 'house', newName: 'home' }),
      missing: { name: NO_NAME },
      answers: { owner: 409, member: 409, sender: 409, former: 200, others: 404 },
    },
    { what: 'own', input: () => ({ name: 'mine', newName: 'home' }), answers: all },
  ],
  'boards.removeMember': [
    ofPrivate({ userId: 1 }),
    {
      what: 'the sender',
      input: ({ house, users }) => ({ boardId: house, userId: users.sender.id }),
      missing: { boardId: NO_ID },
      answers: { owner: 200, sender: 200, member: 403, others: 404 },
    },
    {
      what: 'somebody who is not on it',
      input: ({ house, users }) => ({ boardId: house, userId: users.stranger.id }),
      answers: { member: 403, sender: 403, others: 404 },
    },
    {
      what: 'the owner',
      input: ({ house, users }) => ({ boardId: house, userId: users.owner.id }),
      missing: { boardId: NO_ID },
      answers: { owner: 409, member: 403, sender: 403, others: 404 },
    },
  ],
  'boards.removeShared': [
    ofPrivate(),
    {
      what: 'the board',
      input: ({ house }) => ({ boardId: house }),
      missing: { boardId: NO_ID },
      answers: ofOwner,
    },
    {
      what: "another's board",
      input: ({ garden }) => ({ boardId: garden }),
      missing: { boardId: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
  ],

  'notifications.preferences': [{ what: 'own', answers: all }],
  'notifications.setPreference': [
    ofPrivate({ smsEnabled: false }),
    {
      what: 'of the board',
      input: ({ house }) => ({ boardId: house, smsEnabled: false }),
      missing: { boardId: NO_ID },
      answers: onBoard,
    },
    {
      what: "of another's board",
      input: ({ garden }) => ({ boardId: garden, smsEnabled: false }),
      missing: { boardId: NO_ID },
      answers: { stranger: 200, others: 404 },
    },
  ],

  'previews.get': [{ what: 'a link', input: () => ({ url: LINK }), answers: all }],
  'previews.movie': [{ what: 'without a key', input: () => ({ imdbId: 'tt0133093' }), answers: all }],
  'GET /api/previews/images/:id': [
    { what: 'that nobody has', path: () => '/api/previews/images/none', answers: none },
  ],
  'GET /api/avatars/:id': [
    {
      what: "the sender's, who has none",
      path: ({ users }) => `/api/avatars/${users.sender.id}`,
      missing: { path: `/api/avatars/${NO_ID}` },
      answers: none,
    },
  ],
  'search.messages': [
    { what: 'what is there', input: () => ({ q: 'lamp' }), answers: all },
    {
      what: 'within the board',
      input: () => ({ q: 'lamp', board: 'house' }),
      missing: { board: NO_NAME },
      answers: { ...onBoard, former: 200 },
    },
  ],
  'invites.mine': [{ what: 'own', answers: all }],
  'invites.look': [
    {
      what: "the owner's",
      input: ({ users }) => ({ code: users.owner.inviteCode }),
      answers: { everybody: 200 },
    },
    { what: "nobody's", input: () => ({ code: 'nobodys' }), answers: { everybody: 400 } },
  ],
  'invites.submit': [
    {
      what: "the owner's",
      input: ({ users }, caller) => ({
        inviteCode: users.owner.inviteCode,
        phoneNumber: `+120255503${10 + CALLERS.indexOf(caller)}`,
      }),
      answers: { everybody: 200 },
    },
  ],
  'admin.texting': [{ what: 'asked', answers: { operator: 200, others: 403 } }],

  'admin.stats': [{ what: 'asked', answers: ofOperators }],
  'admin.users': [{ what: 'asked', input: () => ({ limit: 5 }), answers: ofOperators }],
  'admin.countUsers': [{ what: 'asked', answers: ofOperators }],
  'admin.feedback': [{ what: 'asked', answers: ofOperators }],
  'admin.removeUser': [
    {
      what: 'another account',
      input: ({ users }) => ({ id: users.member.id }),
      answers: ofOperators,
    },
    {
      what: 'an account that is not there',
      input: () => ({ id: NO_ID }),
      answers: { operator: 404, others: 403 },
    },
    {
      what: "the operator's own",
      input: ({ users }) => ({ id: users.operator.id }),
      answers: { operator: 400, others: 403 },
    },
  ],
  'admin.removeUsers': [
    {
      what: 'other accounts',
      input: ({ users }) => ({ userIds: [users.member.id, users.owner.id] }),
      answers: ofOperators,
    },
    {
      what: "the operator's own among them",
      input: ({ users }) => ({ userIds: [users.member.id, users.operator.id] }),
      answers: { operator: 400, others: 403 },
    },
  ],
  'admin.downloads': [{ what: 'asked', answers: ofOperators }],
  'admin.retryDownload': [
    { what: 'one that is not there', input: () => ({ id: NO_ID }), answers: { operator: 404, others: 403 } },
  ],
  'admin.health': [{ what: 'asked', answers: ofOperators }],
  'admin.estimate': [{ what: 'asked', answers: ofOperators }],
  'admin.testBroadcast': [{ what: 'a test', input: () => ({ message: 'Hi' }), answers: ofOperators }],
  // one that were begun would wait for its texts, which nobody sends here
  'admin.broadcast': [
    { what: 'an empty one', input: () => ({ message: ' ' }), answers: { operator: 400, others: 403 } },
  ],
  'admin.broadcasts': [{ what: 'asked', answers: ofOperators }],
  'admin.stopBroadcast': [
    { what: 'one that is not there', input: () => ({ id: NO_ID }), answers: { operator: 404, others: 403 } },
  ],

  // the simulator is there to be played with, on a machine of one's own
  'simulator.texts': [{ what: 'all', answers: { everybody: 200 } }],
  'simulator.phones': [{ what: 'asked', answers: { everybody: 200 } }],
  'simulator.send': [
    { what: 'a text', input: () => ({ from: '+12025550111', body: 'Hi' }), answers: { everybody: 201 } },
  ],

  'simulator.release': [{ what: 'held texts', input: () => ({}), answers: { everybody: 200 } }],
  'simulator.delivery': [
    { what: 'of a phone', input: () => ({ phone: '+12025550111' }), answers: { everybody: 200 } },
  ],
  'simulator.setDelivery': [
    {
      what: 'of a phone',
      input: () => ({ phone: '+12025550111', delivery: 'normal' }),
      answers: { everybody: 200 },
    },
  ],

  'GET /api/openapi.json': [{ what: 'asked', answers: { everybody: 200 } }],
  'GET /api/docs': [{ what: 'asked', answers: { everybody: 200 } }],
  'POST /api/webhooks/twilio/sms': [
    {
      what: 'without Twilio',
      init: () => ({ body: new URLSearchParams({ From: '+12025550111', Body: 'Hi' }) }),
      answers: { everybody: 404 },
    },
  ],
  'POST /api/webhooks/twilio/status': [
    {
      what: 'without Twilio',
      init: () => ({ body: new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'sent' }) }),
      answers: { everybody: 404 },
    },
  ],
  'GET /api/media/:id': [
    {
      what: 'of the message',
      path: ({ file }) => `/api/media/${file}`,
      missing: { path: `/api/media/${NO_ID}` },
      answers: onBoard,
    },
    {
      what: "the sender's upload",
      path: ({ waiting }) => `/api/media/${waiting}`,
      missing: { path: `/api/media/${NO_ID}` },
      answers: { sender: 200, others: 404 },
    },
  ],
  'GET /ws/messages': [{ what: 'without an upgrade', answers: { others: 400 } }],
  'POST /api/media': [
    {
      what: 'a file',
      init: () => {
        const body = new FormData();
        body.append('files', new File(['A file'], 'file.txt', { type: 'text/plain' }));
        return { body };
      },
      answers: { others: 201 },
    },
  ],
  // of the machine, for the machine: `/metrics` answers loopback callers, or who has its token
  '/healthz': [{ what: 'asked', answers: { everybody: 200 } }],
  '/readyz': [{ what: 'asked', answers: { everybody: 200 } }],
  '/metrics': [{ what: 'asked', answers: { everybody: 200 } }],
  'search.embed': [{ what: 'pressed', answers: { operator: 200, others: 403 } }],
  'search.embedding': [{ what: 'asked', answers: { operator: 200, others: 403 } }],
  'backups.state': [{ what: 'asked', answers: { operator: 200, others: 403 } }],

  'GET /api/export': [{ what: "the caller's own", answers: { others: 200 } }],
  '/api': [{ what: 'no path at all', path: () => '/api', answers: { everybody: 404 } }],
  '/api/*': [{ what: 'an unknown path', path: () => '/api/nothing', answers: { everybody: 404 } }],
  '/trpc/*': [{ what: 'an unknown procedure', path: () => '/trpc/nothing', answers: { everybody: 404 } }],
  '/*': [{ what: 'a page', path: () => '/', answers: { everybody: 200 } }],
};
