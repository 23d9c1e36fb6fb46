import type { Message } from '../../../src/contract/messages';
import { isKeptAnswer, sendOrKeep, toastKept } from '../../product/offline/offline';
import { asTicked } from '../../product/pending/items';
import { showAtOnce } from '../../product/pending/pending';
import { client, errorMessage } from '../../product/trpc';
import { toast, toastError } from '../../ui/toast';

export async function tick(before: Message, item: string, done: boolean): Promise<void> {
  const after = asTicked(before, item, done);
  const input = { id: before.id, item, done };
  const shown = showAtOnce({ moved: [{ before, after }] });
  try {
    const answer = await sendOrKeep({ kind: 'tick', before, after, input }, () =>
      client.messages.tick.mutate(input),
    );
    if (isKeptAnswer(answer)) {
      shown.rollback();
      return toastKept(() => void answer.takeBack());
    }
    await shown.commit({ moved: [{ before, after: answer }] });
    const { text } = answer.items?.find((one) => one.item === item) ?? { text: item };
    if (done) toast({ title: 'Ticked', description: text, onUndo: () => void tick(answer, item, false) });
  } catch (error) {
    shown.rollback();
    toastError(errorMessage(error, 'It could not be ticked. Please try again.'));
  }
}
