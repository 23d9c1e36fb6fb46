import type { Hint } from './near-misses';

/**
 * The last of the near-misses: what begins like a request and names a thing that only this product has, in whatever
 * words. Such a text is kept, so it costs little if it was a note.
 */
const BEGINS =
  "(?:how|can|could|would|may|i (?:want|need|would like|cannot|can'?t|do not|don'?t|dont|wish)|i'?d like|let|make|please|where|who|why|is there|are there|do (?:i|you|u)|does (?:it|this)|give me|send (?:me|an?)|show me|change|set|turn|stop|start|summari[sz]e|explain|teach me|get|my|wh?at|too|call me|your?|this|the)";
const topic = (kind: string, things: string, line: Hint['line']): Hint => ({
  kind,
  pattern: new RegExp(`^(?=.{1,90}$)(?=${BEGINS}\\b)(?=.*(?:${things}))`, 'iu'),
  line,
});

export const TOPICS: Hint[] = [
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
    '\\b(?:log|sign) ?in\\b|\\bweb ?(?:site|page|app)\\b|\\b(?:link|way) to (?:see|view|open) (?:everything|it all|all|my notes)|\\b(?:export|download|back ?up) (?:all )?(?:my|the) (?:notes|data|texts|photos)|\\b(?:my|the) (?:account|profile|settings)\\b',
    () => 'On the web: LOGIN texts you a link that signs you in, to your notes, settings and account.',
  ),
  topic(
    'zone',
    '\\b(?:my|the|your) (?:clock|time|hours?) (?:is|are|seems?)\\b.*\\b(?:off|wrong|late|early|behind|ahead)|\\btime ?zone\\b',
    () => 'To set your time zone: TZ and a large city, such as TZ berlin.',
  ),
  topic(
    'name',
    '\\bmy name\\b.*\\b(?:is|wrong|should|change|set)\\b|\\bcall(?:ed)? me (?!when|if|at|on|back|later|tomorrow|tonight|asap|about|in|from|before|after|by)\\p{L}+',
    () => 'To say how others see you: NAME and your name.',
  ),
  topic(
    'who',
    '\\bwho (?:else )?(?:can |all )?(?:gets?|sees?|reads?)\\b.*\\b(?:my|this|it|these|notes|posts|board)\\b',
    (_, tag) => `WHO #${tag || 'board'} lists who reads a board; a board without others is only yours.`,
  ),
  topic(
    'mute',
    '\\b(?:notifications?|alerts)\\b(?!.*\\b(?:bank|school|phone|app)\\b)|\\b(?:so|too) many (?:texts|messages)|\\b(?:texts|messages) from (?:this|here|you)\\b',
    (_, tag) => `For no texts about a shared board: MUTE #${tag || 'board'}. For none at all: STOP.`,
  ),
];
