import { IconAlarm, IconRepeat } from '@tabler/icons-react';
import type { Message } from '../../../src/contract/messages';
import { ruleInWords } from '../../../src/contract/repeats';
import { momentInWords, useTimeZone } from '../../notices/reminders/times';
import { useNow } from '../../ui/dates';
import { useMessageDialog } from './message-action';
import classes from './ReminderMark.module.css';

export function ReminderMark({ message, remindAt }: { message: Message; remindAt: string }) {
  const openDialog = useMessageDialog();
  const zone = useTimeZone();
  const now = useNow();
  const when = momentInWords(remindAt, now, zone);
  const repeats = message.remindRule && ruleInWords(message.remindRule);
  return (
    <button
      type="button"
      className={classes.mark}
      title={repeats ? `Repeats ${repeats}` : undefined}
      aria-label={`Reminder: ${when}${repeats ? `, ${repeats}` : ''}. Change it`}
      onClick={() => openDialog({ action: 'remind', message })}
    >
      <IconAlarm size={16} aria-hidden />
      <time dateTime={remindAt}>{when}</time>
      {repeats && <IconRepeat size={14} aria-hidden />}
    </button>
  );
}
