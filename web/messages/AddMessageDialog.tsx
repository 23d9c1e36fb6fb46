import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { hashtagsIn } from '../../src/contract/hashtags';
import { CONTENT_MAX, DEFAULT_TAG } from '../../src/contract/limits';
import { length } from '../../src/contract/text';
import { useProduct } from '../shell/use-product';
import { toast, toastError } from '../toasts';
import { sentenceOf, trpc } from '../trpc';
import { Dialog } from '../ui/Dialog';
import classes from './AddMessageDialog.module.css';
import { useDraft } from './drafts';
import { TagsInput } from './TagsInput';

type Props = { board?: string; opened: boolean; onClose: () => void };

/** "Add to" the product: a text and the boards it goes to (spec 2 and 4, Add message). */
export function AddMessageDialog({ board, opened, onClose }: Props) {
  const { name } = useProduct();
  const add = trpc.messages.add.useMutation({
    onError: (error) => toastError(sentenceOf(error, 'Failed to add message')),
  });
  return (
    <Dialog opened={opened} onClose={onClose} busy={add.isPending} title={`Add to ${name}`}>
      <MessageForm
        board={board}
        busy={add.isPending}
        onCancel={onClose}
        onSubmit={(content, tags, forget) =>
          add.mutate(
            { content, tags, source: 'ui' },
            {
              onSuccess() {
                forget();
                toast({ title: 'Message added' });
                scrollTo({ top: 0 });
                onClose();
              },
            },
          )
        }
      />
    </Dialog>
  );
}

/** Spec 4: without chosen boards the current one is used, else 'uncategorized', unless the text names boards itself. */
export function boardsFor(content: string, chosen: string[], board: string | undefined): string[] {
  if (chosen.length > 0) return chosen;
  if (board !== undefined) return [board];
  return hashtagsIn(content).length > 0 ? [] : [DEFAULT_TAG];
}

type FormProps = {
  board?: string;
  busy: boolean;
  onCancel: () => void;
  onSubmit: (content: string, tags: string[], forget: () => void) => void;
};

function MessageForm({ board, busy, onCancel, onSubmit }: FormProps) {
  const [content, setContent] = useDraft(board ?? '');
  const [tags, setTags] = useState<string[]>([]);
  const blank = content.trim() === '';
  const tooLong = length(content) > CONTENT_MAX;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || tooLong) return;
    if (blank) return toastError('Please enter a message.', 'Message required');
    onSubmit(content.trim(), boardsFor(content, tags, board), () => setContent(''));
  }

  return (
    <form onSubmit={submit} className={classes.form}>
      <Textarea
        label="Message"
        placeholder="A thought, a link, a list… #hashtags work here too"
        rows={4}
        resize="vertical"
        data-autofocus
        disabled={busy}
        error={tooLong && `A message can have at most ${CONTENT_MAX.toLocaleString('en-US')} characters.`}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
            event.currentTarget.form?.requestSubmit();
        }}
      />
      <TagsInput
        tags={tags}
        onChange={setTags}
        disabled={busy}
        hint={destination(boardsFor(content, tags, board), content)}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" disabled={blank || tooLong || busy}>
          {busy ? 'Adding...' : 'Add Message'}
        </Button>
      </div>
    </form>
  );
}

/** In words, where the message will go. */
function destination(tags: string[], content: string) {
  const all = [...new Set([...tags, ...hashtagsIn(content)])];
  return `Goes to ${all.map((tag) => `#${tag}`).join(', ')}`;
}
