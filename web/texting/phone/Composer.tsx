import { ActionIcon, CloseButton, Textarea } from '@mantine/core';
import { IconArrowUp, IconPhoto } from '@tabler/icons-react';
import { type FormEvent, useRef } from 'react';
import { MEDIA_MAX } from '../../../src/contract/limits';
import { toastError } from '../../ui/toast';
import classes from './Composer.module.css';
import { toDataUrl } from './photos';
import type { PhoneState } from './use-phone-states';

type Draft = Pick<PhoneState, 'body' | 'photos'>;

type Props = {
  owner: string;
  draft: Draft;
  onDraft: (next: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void;
  onSend: (body: string, media: string[]) => Promise<unknown>;
};

/**
 * Field for writing an SMS, and a button that adds photos. Enter sends the SMS; Shift+Enter starts a new
 * line.
 */
export function Composer({ owner, draft: { body, photos }, onDraft, onSend }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const empty = body.trim() === '' && photos.length === 0;

  async function attach(files: Iterable<File>) {
    const images = [...files].filter(({ type }) => type.startsWith('image/'));
    if (photos.length + images.length > MEDIA_MAX)
      toastError(`A text can carry at most ${MEDIA_MAX} photos.`);
    const read = await Promise.allSettled(images.slice(0, MEDIA_MAX - photos.length).map(toDataUrl));
    if (read.some(({ status }) => status === 'rejected')) toastError('That picture cannot be read.');
    const chosen = read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    // a photo that was chosen twice is sent only once
    onDraft((before) => ({ photos: [...new Set([...before.photos, ...chosen])].slice(0, MEDIA_MAX) }));
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (empty) return;
    onDraft({ body: '', photos: [] });
    try {
      await onSend(body.trim(), photos);
    } catch {
      // puts the unsent SMS back into the field, unless the person has started another one
      onDraft((typed) => ({
        body: typed.body || body,
        photos: typed.photos.length > 0 ? typed.photos : photos,
      }));
    }
  }

  return (
    <form
      className={classes.composer}
      onSubmit={submit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void attach(event.dataTransfer.files);
      }}
    >
      {photos.length > 0 && (
        <ul className={classes.photos} aria-label="Photos to send">
          {photos.map((url, index) => (
            <li key={url}>
              <img src={url} alt={`To send: ${index + 1}`} />
              <CloseButton
                size="xs"
                radius="xl"
                className={classes.remove}
                aria-label={`Remove photo ${index + 1}`}
                onClick={() => onDraft({ photos: photos.filter((other) => other !== url) })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.row}>
        <ActionIcon
          variant="subtle"
          color="gray"
          radius="xl"
          size={38}
          aria-label={`Attach photos on ${owner}'s phone`}
          onClick={() => picker.current?.click()}
        >
          <IconPhoto size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={(event) => {
            void attach(event.currentTarget.files ?? []);
            event.currentTarget.value = '';
          }}
        />
        <Textarea
          classNames={{ root: classes.field, input: classes.input }}
          aria-label={`Text message from ${owner}`}
          placeholder="Text message"
          size="sm"
          autosize
          minRows={1}
          maxRows={5}
          radius={19}
          value={body}
          onChange={(event) => onDraft({ body: event.currentTarget.value })}
          onPaste={(event) => {
            if (event.clipboardData.files.length > 0) void attach(event.clipboardData.files);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void submit();
          }}
        />
        <ActionIcon
          type="submit"
          radius="xl"
          size={38}
          disabled={empty}
          aria-label={`Send from ${owner}'s phone`}
        >
          <IconArrowUp size={22} stroke={2.4} aria-hidden />
        </ActionIcon>
      </div>
    </form>
  );
}
