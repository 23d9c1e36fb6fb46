import { useState } from 'react';
import { countOf } from '../../../src/contract/counts';
import { BATCH_MAX } from '../../../src/contract/limits';
import type { Message } from '../../../src/contract/messages';
import { isKeptAnswer, type Kept, sendOrKeep, toastKept, type Write } from '../../product/offline/offline';
import { asEdited } from '../../product/pending/expected-messages';
import { showAtOnce } from '../../product/pending/pending';
import { client, errorMessage } from '../../product/trpc';
import { toast, toastError } from '../../ui/toast';
import { endSelection } from './selected';

type EditInput = Parameters<typeof client.messages.edit.mutate>[0];

/** What is done to one of the messages. `undo` brings it back as it was. */
type Act = {
  before: Message;
  after: Message | null;
  send: () => Promise<Message | null | Kept>;
  undo: () => Promise<Message>;
};

/** Each message is changed by a call of its own, so that each can wait for a connection like any other change. */
export function useChangeAll() {
  const [busy, setBusy] = useState(false);
  async function run(acts: Act[], done: (count: string) => string) {
    setBusy(true);
    await changeAll(acts, done).finally(() => setBusy(false));
  }
  return {
    busy,
    removeAll: (messages: readonly Message[]) => run(messages.map(toRemoval), (count) => `${count} deleted`),
    retagAll(
      messages: readonly Message[],
      tagsOf: (message: Message) => string[],
      { expects, moved }: { expects: EditInput['expects']; moved: boolean },
    ) {
      const acts = messages.map((before) => toRetag(before, { tags: tagsOf(before), expects }));
      return run(acts, (count) => `${count} ${moved ? 'moved' : 'tagged'}`);
    },
  };
}

function toRetag(before: Message, change: Pick<EditInput, 'tags' | 'expects'>): Act {
  const input = { id: before.id, ...change };
  const after = asEdited(before, { tags: change.tags });
  const write: Write = { kind: 'edit', before, after, input };
  return {
    before,
    after,
    send: () => sendOrKeep(write, () => client.messages.edit.mutate(input)),
    undo: () => client.messages.edit.mutate({ id: before.id, tags: before.tags }),
  };
}

function toRemoval(before: Message): Act {
  const { id } = before;
  return {
    before,
    after: null,
    send: () =>
      sendOrKeep({ kind: 'remove', before }, () => client.messages.remove.mutate({ id }).then(() => null)),
    undo: () => client.messages.restore.mutate({ id }),
  };
}

type Result = { act: Act; answer?: Message | null | Kept; error?: unknown };

async function changeAll(acts: Act[], done: (count: string) => string) {
  const shown = showAtOnce({ moved: acts.map(({ before, after }) => ({ before, after })) });
  const results = await inBatches(acts, ({ send }) => send());
  await shown.commit({
    moved: results.map(({ act: { before }, answer, error }) => ({
      before,
      // a refused change, and one that is kept, which is shown by the queue
      after: error || isKeptAnswer(answer) ? before : (answer ?? null),
    })),
  });
  const failed = results.find(({ error }) => error);
  const kept = results.flatMap(({ answer }) => (isKeptAnswer(answer) ? answer : []));
  const stored = results.filter(({ answer, error }) => !error && !isKeptAnswer(answer));
  if (failed) toastError(errorMessage(failed.error, 'Not all messages could be changed.'), 'Update Failed');
  else if (kept.length > 0)
    toastKept(() => void Promise.all([...kept.map((one) => one.takeBack()), undoAll(stored)]));
  else toast({ title: done(countOf(stored.length, 'message')), onUndo: () => void undoAll(stored) });
  if (!failed) endSelection();
}

async function undoAll(results: Result[]) {
  if (results.length === 0) return;
  const isRemoved = ({ act }: Result) => act.after === null;
  const back = results.map((result) => ({
    before: isRemoved(result) ? null : (result.answer as Message),
    after: result.act.before,
  }));
  const shown = showAtOnce({ moved: back });
  const restored = await inBatches(
    results.map(({ act }) => act),
    ({ undo }) => undo(),
  );
  await shown.commit({
    moved: back.map((moved, index) => {
      const { answer, error } = restored[index]!;
      return { before: moved.before, after: error ? moved.before : (answer as Message) };
    }),
  });
  const failed = restored.find(({ error }) => error);
  if (failed) toastError(errorMessage(failed.error, 'Not all messages could be brought back.'));
}

async function inBatches(acts: Act[], call: (act: Act) => Promise<Result['answer']>): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < acts.length; first += BATCH_MAX)
    results.push(
      ...(await Promise.all(
        acts.slice(first, first + BATCH_MAX).map((act) =>
          call(act).then(
            (answer) => ({ act, answer }),
            (error: unknown) => ({ act, error }),
          ),
        ),
      )),
    );
  return results;
}
