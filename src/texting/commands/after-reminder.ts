import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { readTime } from '../../notices/reminders/times';
import { zoneOf } from '../../people/time-zone';
import type { Command } from './command';
import { meantReminder } from './meant-reminder';
import { isSlipOf, untilHour, withoutPoliteness, withoutTypos } from './plain-words';

const JUST_SENT_MS = 60 * 60_000;
const LENGTH_MAX = 60;

const DONE =
  /^(?:(?:is|i am|i'm|im|i|it's|its|it is|it|that's|thats|that is|this is|has been|all|ok|yes|yep|already|marked?|have|i've|just|got) )*(?:done|did|finished|completed?|(?:took|taken) care of)(?: (?:it|this|that|done|already|now|today|with))*$|^(?:(?:i|just|ok|already|yes|yep|have|i've) )*(?:taken|took (?:it|them|my \w+)|paid(?: it| them)?|called(?: him| her| them)?|sent(?: it)?|fed(?: \w+)?|watered|emailed|booked|returned)(?: (?:it|already|now))?$|[,.] ?(?:all )?done$/i;
const ENDED =
  /^(?:stop|end|cancel|delete|no more|don'?t|do not|never)(?: (?:remind(?:ing)?|this|that|the|these|any|it|me|reminders?|again|anymore|any more|of|about))+$/i;
const LATER =
  /^(?:snooze(?: (?:it|this|that|me))?|(?:maybe |(?:remind|ask|tell|text|ping|nudge) me )?(?:again )?(?:a bit )?later(?: on)?|in a (?:bit|while|moment|sec)|not (?:now|yet)|postpone(?: it)?|wait|hold on|one sec|give me (?:a|an|another) (?:moment|minute|hour)|remind me again)$/i;
const AGAIN =
  /^(?:(?:remind|text|ping|tell|nudge|ask|give) me|snooze|(?:change|move|push|set|make|reschedule|shift)(?: the)?(?: time| reminder)?)(?: (?:again|later|back|of|about|this|that|it))*(?: (?:for|until|till|til|to))? (?<when>.+)$/i;
const BARE_TIME = /^(?:in|at|tomorrow|tmrw?|tonight|tom|next|this|on|after|an? |half|\d)/i;

/** What nobody says to a notebook, unless it has just reminded them. */
export function afterReminder(
  app: App,
  user: User,
  command: Command<'done' | 'snooze'>,
  at: number,
): Command | null {
  const meant = meantReminder(app, user, at);
  if (!meant || meant.at < at - JUST_SENT_MS) return null;
  const when = command.kind === 'snooze' ? command.when : '';
  return when === '' || readTime(when, at, zoneOf(app, user)) ? command : null;
}

export function recogniseAfterReminder(body: string): Command<'done' | 'snooze'> | null {
  const text = body.trim();
  if (text.length > LENGTH_MAX || text.includes('#')) return null;
  if (/^(?:✅|☑️?|✔️?|👍✅)+$/u.test(text)) return { kind: 'done', all: false };
  const words = untilHour(
    withoutTypos(withoutPoliteness(text))
      .replace(/\s+/g, ' ')
      .replace(/^in (?:like|about|maybe) /i, 'in ')
      .replace(/^(?:me )?again /i, '')
      .replace(/ (?:instead|rather)$/i, ''),
  );
  const plain = words.replace(/^(yes|yep|ok),/i, '$1');
  if (DONE.test(plain)) return { kind: 'done', all: false };
  if ((ENDED.test(words) && /remind/i.test(words)) || /^(?:stop|end|cancel) (?:this|that) one$/i.test(words))
    return { kind: 'done', all: true };
  if (LATER.test(words) || isSlipOf(words.toLowerCase(), 'snooze')) return { kind: 'snooze', when: '' };
  const when = (AGAIN.exec(words)?.groups?.when ?? (BARE_TIME.test(words) ? words : ''))
    .replace(/^(?:an? |half |\d+ )(?:more )?(?=.*(?:min|hour|day)s?)/i, 'in $&')
    .replace(/ more /i, ' ');
  return when ? { kind: 'snooze', when, isGuess: true } : null;
}
