import { EDIT_LINE, type Hint } from './near-misses';

/**
 * The last of the near-misses: what begins like a request and names a thing that only this product has, in whatever
 * words. Such a text is kept, so it costs little if it was a note.
 */
const BEGINS =
  "(?:how|can|could|would|may|i (?:want|need|would like|cannot|can'?t|do not|don'?t|dont|wish)|i'?d like|let|make|please|where|who|why|is there|are there|do (?:i|you|u)|does (?:it|this)|give me|send (?:me|an?)|show me|change|set|turn|stop|start|quit|only|no|never|summari[sz]e|explain|teach me|get|my|wh?at|which|too|call me|your?|this|the|am|is|are|will|i(?:'m| am|'ve| have)|export|download|back ?up|delete|remove|kick|take|quiet|switch|move|put|share|sharing|invite|add|unsubscribe|make|want|leave|exit|i go by|i was|i get|text|message|sign|log|links?|did|do|you|open|send|reminders|cancel|uninvite|someone|be|do not|don'?t|pause|snooze|mute|unmute|less|fewer|it'?s|it is|email|mail|digest|name|that|thats|u|give|tell|unshare|whats|what's|wats|who's|whos|como|c[oó]mo|quiero|comment|je|wie|ich|come|voglio|quero|hoe|ik)";
const topic = (kind: string, things: string, line: Hint['line']): Hint => ({
  kind,
  pattern: new RegExp(`^(?=.{1,90}$)(?=${BEGINS}\\b)(?=.*(?:${things}))`, 'iu'),
  line,
});

const PEOPLE =
  '\\b(?:sis(?:ter)?|bro(?:ther)?|mom|mum|mother|dad|father|parents?|wife|husband|hubby|friends?|bff|partner|boyfriend|girlfriend|fianc\\p{L}*|son|daughter|grand\\p{L}+|cousin|aunt|uncle|kids?|roommates?|neighbou?rs?|co-?workers?|colleagues?|boss|team|family members?|someone|somebody|people|others|(?:an)?other person)\\b';

/** Before all others. */
export const FIRST = [
  topic(
    'reminders',
    '^(?:turn off|stop|cancel|delete|remove|change|edit|move|clear|end)\\b.*\\breminders?\\b',
    () =>
      'REMINDERS lists what is to come: its number opens one, then DELETE ends it, EDIT remind me fri 9am moves it.',
  ),
  topic(
    'quiet',
    `\\b(?:texts?|texting|messages?|messaging|notifications?|notify|alerts?|buzz|ping|bother|disturb|wake|quiet)\\b.*\\b(?:at night|overnight|nights|during (?:the )?(?:night|day|work|school)|(?:after|before|until|till|past) (?:\\d[\\d:]*(?: ?[ap]m)?|nine|ten|eleven|eight|seven|six|midnight|noon|work|bed ?time)|between \\d[\\d:]*(?: ?[ap]m)?|from \\d+ ?(?:[ap]m)? (?:to|until|till)|on (?:weekends?|sundays?)|in the (?:morning|evening|night)|when i(?:'m| am)|while i(?:'m| am)|(?:do not|don'?t) disturb)\\b|\\b(?:quiet (?:hours|time|at|after|before|until)|do not disturb|quieter)\\b`,
    (_, tag) =>
      `There are no quiet hours. For one text a day at your hour: DIGEST daily 8am. For none about a board: MUTE #${tag || 'board'}.`,
  ),
];

export const TOPICS: Hint[] = [
  topic(
    'remove',
    `^(?:how (?:do|can) i )?(?:kick|boot|uninvite|unshare|ban) (?!it|that|this)\\p{L}+(?: (?:out|off|from).{0,30})?\\W*$|^(?:how (?:do|can) i )?(?:remove|take|get|delete) (?:${PEOPLE}|(?!me\\b|us\\b)\\p{L}+) (?:off|from|out of)\\b.*\\b(?:board|group|chat)\\b|\\b(?:stop|quit|no longer|undo|end) sharing\\b`,
    () => 'The owner of a board removes people from it on the web: LOGIN texts you a link.',
  ),
  topic(
    'leave',
    '\\b(?:leave|exit|quit|get (?:me )?(?:out|off)|salir|sair|saio|salgo|quitter|verlassen|austreten|uscire|esco|lasciare|verlaten)\\b.*\\b(?:boards?|group|chat|grupo|groupe|gruppe|gruppo|groep|tablero|[#＃]\\p{L}+)\\b',
    (_, tag) => `To leave a board: LEAVE #${tag || 'board'}. For no texts about it: MUTE #${tag || 'board'}.`,
  ),
  topic(
    'mail',
    '^(?:e-?)?mail\\W*$|^(?:e-?mail me|mail me)(?: instead| rather|\\W*$)|\\be-?mails?\\b.*\\b(?:instead|rather than)\\b|\\b(?:get|send(?: me)?|want)\\b.*\\b(?:by|an|as|via) e-?mails?\\b',
    () => 'For what is new by mail instead of text: MAIL and your address.',
  ),
  topic(
    'asked',
    "\\b(?:was|is|wasn.?t|isn.?t|thats?|it'?s) (?:not )?(?:asking|a question|a note|a command|a reminder|supposed to be a (?:note|question|reminder))\\b|\\bwhy (?:did|do) (?:you|u) (?:save|keep|post)\\b",
    () =>
      'UNDO deletes what you texted last. To find: ? and a word. For a reminder: remind me fri 9am to call mum.',
  ),
  topic(
    'invitations',
    '\\buninvite\\b|\\b(?:cancel|take back|revoke|delete|withdraw|check|lost)\\b.{0,10}\\b(?:invite|invitation)s?(?: (?:to|for|of) (?:my )?\\p{L}+)?\\W*$|^did (?:my )?\\p{L}+(?: \\p{L}+)? (?:accept|join)\\b',
    (_, tag) =>
      `WHO #${tag || 'board'} lists its people. Its invitations are on the web: LOGIN texts you a link.`,
  ),
  topic(
    'cost',
    '\\b(?:does|do|will|is) (?:this|it|you|that)\\b.*\\b(?:cost|charge|free|bill)\\b|\\bhow much (?:does|is|do|will) (?:this|it|you|a text)\\b|\\b(?:am|are|will|do) (?:i|we) (?:be(?:ing)? )?(?:charged|billed|pay(?:ing)?)\\b|\\bis (?:this|it) free\\b',
    () => 'Your carrier may charge for texts (message and data rates). HELP lists what you can text.',
  ),
  topic(
    'edit',
    '\\b(?:edit|change|fix|correct|update)\\b.*\\b(?:i (?:just )?(?:sent|texted|wrote|said|saved)|(?:last|old|earlier|previous|a|my) (?:note|text|message|one))\\b',
    () => EDIT_LINE,
  ),
  topic(
    'invite',
    `\\b(?:use|see|get|have|join|access|read|text|share|on|invite|add)\\b.*${PEOPLE}.*\\b(?:this|it|too|both|together|also|board|list|group|notes|here|join|see)\\b|${PEOPLE}.*\\b(?:use|see|get|have|join|access|read) (?:this|it|too|my (?:notes|boards?|lists?))\\b|${PEOPLE} wants? (?:to (?:join|see|use)|in)\\b|\\b(?:two|2|several|multiple|more) people\\b.*\\b(?:use|share|see|have)\\b|\\bshar(?:e|ing) (?:this|it|my|the|a|these)\\b.*\\b(?:board|list|notes?|everything)\\b.*\\bwith\\b`,
    (_, tag) => `To invite somebody to a board of yours: INVITE +1 202 555 0133 #${tag || 'board'}.`,
  ),
  topic(
    'help',
    '\\b(?:use|work|do|text|say|ask|type)\\b.*\\b(?:this thing|this app|this service|this number|with this|tagline)\\b|^(?:what|how) (?:does|do) (?:this|it|you)(?: thing| app| number)?(?: even| actually)? (?:do|work|cost)|\\bthings? (?:that )?i can (?:text|say|do|ask)|how (?:to|do i|does one) (?:use|work) (?:this|it)\\b|\\b(?:does|do) (?:this|it|you) (?:cost|charge)|how much (?:does|is) (?:this|it)\\b',
    () => 'HELP lists what you can text.',
  ),
  topic(
    'invite',
    '\\b(?:send|text|get) (?:an? )?invit|\\b(?:join|into|onto)\\b.*(?:board|group|[#＃])|(?:sister|brother|mom|mum|dad|wife|husband|friend|partner|son|daughter|kids|roommate)s?\\b.*\\b(?:join|get|see|have|use|be (?:on|in))\\b.*(?:board|group|[#＃])',
    (_, tag) => `To invite somebody to a board of yours: INVITE +1 202 555 0133 #${tag || 'board'}.`,
  ),
  topic(
    'digest',
    '\\b(?:daily|weekly|once a (?:day|week)|every (?:day|evening|morning))\\b.*\\b(?:summar|recap|overview|roundup)|\\b(?:summar\\p{L}*|recap|roundup)\\b.*\\b(?:daily|weekly|once a (?:day|week)|every (?:day|evening|morning))\\b|\\b(?:the|my) (?:daily|weekly) (?:summary|recap|text)',
    () => 'For one text a day with what is new: DIGEST daily 8am. To end it: DIGEST off.',
  ),
  topic(
    'login',
    '^(?:is there|do (?:you|u) have|where is|give me|send me|wh?at.?s|what is) (?:an? |the |your )(?:app|link|url|web ?(?:site|address)|site)\\W*$|^(?:open|send|show)(?: me)? (?:the |a |my )?(?:link|web ?site|site|page)\\W*$|\\bon the web\\b|\\blost my log ?in\\b|\\b(?:sign|log) (?:me )?out\\b|^(?:make|give) .{2,30} (?:an? |the )?(?:admin|owner)\\b|^give \\p{L}+ (?:the|my) \\p{L}+ (?:board|list|group)\\W*$|' +
      '\\b(?:log|sign) ?(?:in|on)\\b|\\blog-?in\\b|\\b(?:change|switch|update)\\b.*\\bmy (?:phone )?number\\b|\\bchange (?:the |my )?phone number\\b|\\b(?:on|from|with) (?:a|my|the) (?:computer|laptop|pc|tablet|ipad|browser)\\b|\\bpassword for this\\b|\\blinks? to (?:my|the|all my) (?:boards?|notes|lists?)\\b|\\bweb ?(?:site|page|app)\\b|\\b(?:link|way) to (?:see|view|open) (?:everything|it all|all|my notes)|\\b(?:export|download|back ?up|copy of|print|e?mail me) (?:all )?(?:of )?(?:my|the) (?:notes|data|texts|photos|stuff|boards?|lists?)|\\b(?:my|the) (?:account|profile|settings)\\b',
    () => 'On the web: LOGIN texts you a link that signs you in, to your notes, settings and account.',
  ),
  topic(
    'zone',
    "\\b(?:an?|one|two|\\d) hours? (?:off|late|early|behind|ahead)\\b|\\bit(?:'?s| is) \\d{1,2}(?::\\d\\d)? ?(?:[ap]m)? (?:here|for me|where i am)\\b|" +
      '\\b(?:my|the|your) (?:clock|time|hours?) (?:is|are|seems?)\\b.*\\b(?:off|wrong|late|early|behind|ahead)|\\btime ?zone\\b',
    () => 'To set your time zone: TZ and a large city, such as TZ berlin.',
  ),
  topic(
    'name',
    "^i go by \\p{L}+\\W*$|\\b(?:what|whats|what's)\\b.*\\bmy name\\b.*\\b(?:here|this|on|see)\\b|\\b(?:change|set|fix|update|edit)\\b.*\\bmy (?:\\p{L}+ )?name\\b|\\bname do (?:others|people|they)\\b|^name: \\p{L}+(?: \\p{L}+)?$|^name (?!(?:an?|the|my|your|of|tags?|brand|one|two|three|some|that|this|it|and|or|for|on|is)\\b)\\p{L}{2,}(?: (?!(?:tags?|for|of|the)\\b)\\p{L}{2,}){1,2}$|" +
      '\\bmy name\\b.*\\b(?:is|wrong|should|change|set)\\b|\\bcall(?:ed)? me (?!when|if|at|on|back|later|tomorrow|tonight|asap|about|in|from|before|after|by)\\p{L}+',
    () => 'To say how others see you: NAME and your name.',
  ),
  topic(
    'who',
    '\\b(?:is|are) (?:this|it|that|my \\p{L}+|these|everything)(?: all| really)? (?:private|public|secret|safe|secure|visible)\\b|\\b(?:any(?:one|body)|some(?:one|body)|others?|people|everyone)(?: else)? (?:can )?(?:see|read|access) (?:my|this|it|what)\\b|\\bwho (?:am i|are we) sharing\\b|\\bwhich (?:of )?(?:my )?boards? (?:are|is) shared\\b|\\bwho (?:else )?(?:can |all )?(?:gets?|sees?|reads?)\\b.*\\b(?:my|this|it|these|notes|posts|board)\\b',
    (_, tag) => `WHO #${tag || 'board'} lists who reads a board; a board without others is only yours.`,
  ),
  topic(
    'mute',
    '\\bam i muted\\b|\\bturn (?:everything|it|them|texts|all) (?:back )?(?:on|off)\\b|\\bonly (?:tell|text|notify|message|send) me\\b|\\b(?:text|message) me less\\b|\\btoo many of (?:these|them|those)\\b|^(?:pause|snooze|mute|unmute) (?:(?:the|my|all) )*(?:texts?|messages?|notifications?|alerts?|everything|everyone|boards?|groups?)\\b|' +
      '\\b(?:stop|quit|don.?t|do not|no need to|never) (?:\\p{L}+ )?(?:send|text|tell|notify|message|ping|buzz|alert|bug|bother)(?:ing)? (?:me|us)\\b|\\b(?:stop|quit)\\b.{1,20}\\b(?:from )?(?:texting|messaging) me\\b|\\b(?:notifications?|alerts)\\b(?!.*\\b(?:bank|school|phone|app)\\b)|\\b(?:so|too) many (?:texts|messages)|\\b(?:texts|messages) from (?:this|here|you)\\b',
    (_, tag) => `For no texts about a shared board: MUTE #${tag || 'board'}. For none at all: STOP.`,
  ),
];
