export const FORM_GROUPS = {
  ask: 'Ask',
  tick: 'Tick off a list',
  fix: 'Change what you sent',
  reply: 'Answer',
  remind: 'Be reminded',
  people: 'People',
  hear: 'Hear less, or more',
  account: 'You and your phone',
} as const;

export type TextingForm<Kind = CommandKind> = {
  kind: Kind;
  group: keyof typeof FORM_GROUPS;
  /** Words in lower case stand for words that a person chooses. */
  form: string;
  inHelp?: string;
  meaning: string;
  answer?: string;
  texts: readonly [string, ...string[]];
};

const FORMS = [
  {
    kind: 'ask',
    group: 'ask',
    form: '? words',
    inHelp: 'find words',
    meaning: 'Find your messages, with everything that the search box of the web app understands',
    answer: '1 #food 3 Nov: Try the ramen place on 5th...',
    texts: ['find the pasta', '? pasta', '?lamp from:bob', '? "on ice" #food', '? has:photo after:2026-01'],
  },
  {
    kind: 'ask',
    group: 'ask',
    form: '#board?',
    inHelp: "what's on #board",
    meaning: 'Read the newest three messages of a board',
    answer: '1 #food 3 Nov: Try the ramen place on 5th...',
    texts: ["what's on #food?", 'show me #food', '#food?'],
  },
  {
    kind: 'more',
    group: 'ask',
    form: 'MORE',
    meaning:
      'Read on in a long message that you have opened, or the next three of the last question, for an hour',
    answer: '4 #food 12 Oct: Pasta with lemon...',
    texts: ['MORE'],
  },
  {
    kind: 'open',
    group: 'ask',
    form: '1',
    meaning:
      'Read the message that had this number in an answer, with its photos, for an hour; for ten minutes changes mean it',
    answer: '3 Nov: Try the ramen place on 5th, they close at ten...',
    texts: ['1', '2'],
  },
  {
    kind: 'status',
    group: 'ask',
    form: '?',
    inHelp: 'boards',
    meaning: 'List your boards, the latest first; BOARDS does the same',
    answer: '12 boards: #food 31, #house 12...',
    texts: ['show my boards', '?', 'BOARDS'],
  },
  {
    kind: 'ask',
    group: 'tick',
    form: '#list?',
    meaning: 'Read what is open on a board that is a list; a text such as "#list milk, eggs" adds to it',
    answer: '#groceries: 1 milk, 2 eggs. DONE 1 ticks.',
    texts: ['#groceries?'],
  },
  {
    kind: 'tick',
    group: 'tick',
    form: 'DONE milk',
    meaning: 'Tick what you name, by its words or by its numbers in the last answer',
    answer: 'Done: milk. UNDO takes it back.',
    texts: ['DONE milk', 'DONE milk and eggs', 'DONE 1 3'],
  },
  {
    kind: 'list',
    group: 'tick',
    form: 'LIST ON #board',
    meaning: 'Make a board a list, so that its short notes can be ticked; LIST OFF #board ends that',
    texts: ['make #packing a list', 'LIST ON #groceries', 'LIST OFF #groceries'],
  },
  {
    kind: 'tag',
    group: 'fix',
    form: '+#board',
    inHelp: '+#board',
    meaning: 'Put your last text, or the message that you have opened, on one or more further boards',
    answer: 'Also on #recipes. UNDO takes it back.',
    texts: ['add that to #recipes', '+#recipes', '+#recipes +#food'],
  },
  {
    kind: 'tag',
    group: 'fix',
    form: '-#board',
    meaning: 'Take that message off a board',
    answer: 'No longer on #food. UNDO takes it back.',
    texts: ['take that off #food', '-#food', '-#food +#recipes'],
  },
  {
    kind: 'edit',
    group: 'fix',
    form: 'EDIT new words',
    inHelp: 'EDIT words',
    meaning: 'Replace the words of that message; it stays on its boards unless the new words have hashtags',
    answer: 'Changed to "Try the noodle place on 6th", on #food. UNDO takes it back.',
    texts: ['EDIT Try the noodle place on 6th', 'edit: Milk, bread and eggs'],
  },
  {
    kind: 'delete',
    group: 'fix',
    form: 'DELETE',
    inHelp: 'DELETE',
    meaning: 'Delete that message',
    answer: 'Deleted: "Try the ramen place..." UNDO brings it back.',
    texts: ['delete that', 'DELETE'],
  },
  {
    kind: 'undo',
    group: 'fix',
    form: 'UNDO',
    inHelp: 'UNDO',
    meaning:
      'Take back the last thing that you did by text, for ten minutes; UNDO again takes back the one before',
    answer: 'Taken back: your last text is deleted.',
    texts: ['undo that', 'UNDO'],
  },
  {
    kind: 'ok',
    group: 'fix',
    form: 'OK 27',
    meaning:
      'Do what we asked you about: before a text shows something to more people, we text you two digits to reply with',
    answer: 'Also on #house, seen by 3 people. UNDO takes it back.',
    texts: ['OK 27'],
  },
  {
    kind: 'ok',
    group: 'reply',
    form: 'Y27',
    meaning:
      'Post what you texted after a notification, and what is kept for you only, as an answer to it; we text you the two digits',
    answer: 'Posted to #house as an answer to Bob. UNDO takes it back.',
    texts: ['Y27'],
  },
  {
    kind: 'reply',
    group: 'reply',
    form: 'RE words',
    inHelp: 'RE words',
    meaning:
      'Answer the message that you were last told of, or have opened, on its board; > words does the same',
    texts: ['RE I can bring the cake', '> Saturday works for me'],
  },
  {
    kind: 'remind',
    group: 'remind',
    form: 'REMIND words and a time',
    inHelp: 'remind me fri 9am ..',
    meaning: 'Keep a note that is texted to you at a time; "every friday 9am" repeats',
    answer: 'Kept. I will text you Fri 27 Nov 9:00 am. UNDO takes it back.',
    texts: [
      'remind me to call mum tomorrow at 9',
      'can you remind me every friday 9am to pay rent?',
      'recuérdame mañana a las 9 llamar al médico',
      'REMIND call mum friday 9am',
    ],
  },
  {
    kind: 'remind',
    group: 'remind',
    form: 'words !time',
    meaning: 'The same, with the time at the end',
    answer: 'Kept. I will text you Fri 27 Nov 9:00 am. UNDO takes it back.',
    texts: ['Call mum #family !fri 9am'],
  },
  {
    kind: 'reminders',
    group: 'remind',
    form: 'REMINDERS',
    inHelp: 'REMINDERS',
    meaning: 'List your reminders with numbers; 1 opens one, and DONE, SNOOZE, EDIT and DELETE then mean it',
    answer: '1 Fri 27 Nov 9:00 am: call mum...',
    texts: ['what are my reminders?', 'REMINDERS'],
  },
  {
    kind: 'edit',
    group: 'remind',
    form: 'EDIT remind me time',
    meaning: 'Change the time of the reminder that you have opened or got',
    answer: '"call mum": I will text you Fri 27 Nov 10:00 am. UNDO takes it back.',
    texts: ['EDIT remind me friday 10am', 'EDIT tomorrow 9am'],
  },
  {
    kind: 'snooze',
    group: 'remind',
    form: 'SNOOZE',
    meaning: 'After a reminder: be reminded again in an hour, or at a time',
    texts: ['snooze until tomorrow', 'SNOOZE', 'SNOOZE 2h'],
  },
  {
    kind: 'done',
    group: 'remind',
    form: 'DONE',
    meaning: 'After a reminder: mark it as done; DONE ALL ends one that repeats',
    texts: ['DONE', 'DONE ALL'],
  },
  {
    kind: 'digest',
    group: 'hear',
    form: 'DIGEST daily 8am',
    inHelp: 'daily digest',
    meaning: 'Get one text with what is new on your shared boards, or on one, instead of one for each post',
    texts: ['daily digest at 8am', 'DIGEST daily 8am', 'DIGEST weekly sunday 6pm #house', 'DIGEST off'],
  },
  {
    kind: 'evening',
    group: 'remind',
    form: 'ASK daily 8pm',
    inHelp: 'ASK daily 8pm',
    meaning:
      'Be asked each evening what to remember of the day; your answer is kept on #diary, or on the board that you name',
    answer: 'I will ask you every day at 8:00 pm what to remember of the day...',
    texts: ['ask me every evening at 8pm', 'ASK daily 9pm #journal', 'ASK off'],
  },
  {
    kind: 'mute',
    group: 'hear',
    form: 'MUTE #board',
    inHelp: 'mute #board',
    meaning: 'Get no texts about a shared board; UNMUTE #board turns them on again',
    texts: ['mute #house', 'stop texting me about #house', 'UNMUTE #house'],
  },
  {
    kind: 'mail',
    group: 'hear',
    form: 'MAIL ann@example.org',
    meaning:
      'Get notifications, digests and reminders by mail there, once you have opened the link that is sent there; MAIL OFF and MAIL ON switch',
    texts: ['MAIL ann@example.org', 'MAIL ON', 'MAIL OFF'],
  },
  {
    kind: 'answers',
    group: 'hear',
    form: 'ANSWERS ON #board',
    meaning:
      'Post what you text within ten minutes after a notification about the board as an answer; ANSWERS OFF #board keeps it for you',
    texts: ['ANSWERS ON #house', 'ANSWERS OFF #house'],
  },
  {
    kind: 'who',
    group: 'people',
    form: 'WHO #board',
    inHelp: 'WHO #board',
    meaning: 'List the people on a shared board',
    answer: 'On #house: Ann Lee (owner), you, Cho',
    texts: ["who's on #house?", 'WHO #house'],
  },
  {
    kind: 'invite',
    group: 'people',
    form: 'INVITE number #board',
    inHelp: 'INVITE number #board',
    meaning: 'Invite somebody to a board of yours, once you have replied with the digits that we text you',
    answer: 'Reply OK 27 to invite +1 (202) 555-0133 to #house, to see the 31 messages on it.',
    texts: [
      'invite 202-555-0133 to #house',
      'share #house with 202-555-0133',
      'INVITE +1 202 555 0133 #house',
    ],
  },
  {
    kind: 'leave',
    group: 'hear',
    form: 'LEAVE #board',
    meaning: 'Leave a shared board; what you posted stays there, and with you',
    answer: 'You have left #house. UNDO takes it back.',
    texts: ['LEAVE #house'],
  },
  {
    kind: 'block',
    group: 'hear',
    form: 'BLOCK',
    meaning:
      'Block the person who added you to a board last, or the owner of a board: you leave their boards, and they can neither add nor invite you again',
    answer: 'Bob Ray can neither add nor invite you any more...',
    texts: ['BLOCK', 'BLOCK #house'],
  },
  {
    kind: 'name',
    group: 'people',
    form: 'NAME your name',
    inHelp: 'NAME',
    meaning:
      'Say how others see you; with a number, or its last digits, before the name, how you alone see that person',
    answer: 'Others see you as Jo Miller now. UNDO takes it back.',
    texts: ['my name is Jo Miller', 'NAME Jo Miller', 'NAME 0133 Grandma'],
  },
  {
    kind: 'login',
    group: 'account',
    form: 'LOGIN',
    inHelp: 'LOGIN',
    meaning: 'Get a link that signs this phone in, once, for ten minutes',
    answer: 'Sign in: https://...',
    texts: ['log me in', 'LOGIN'],
  },
  {
    kind: 'zone',
    group: 'account',
    form: 'TZ city',
    inHelp: 'TZ city',
    meaning: 'Set your time zone',
    answer: 'It is 9:41 am for you. UNDO takes it back.',
    texts: ['my timezone is berlin', 'TZ Europe/Berlin', 'TZ texas'],
  },
  {
    kind: 'help',
    group: 'account',
    form: 'HELP',
    meaning: 'Read these forms in short',
    texts: ['HELP'],
  },
] as const satisfies TextingForm<string>[];

/**
 * To add one, add it above: the compiler then asks for its details in `src/texting/commands/command.ts` and for its
 * handler in `src/texting/commands/dispatch.ts`.
 */
export type CommandKind = (typeof FORMS)[number]['kind'];

export const TEXTING_FORMS: readonly TextingForm[] = FORMS;
