import { ActionIcon, CloseButton, FileButton, Textarea } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconArrowUp, IconPhoto } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { MEDIA_MAX } from '../../../src/contract/limits';
import { toastError } from '../../ui/toast';
import classes from './Phone.module.css';
import { toDataUrl } from './photos';
import { draftKey } from './use-phones';

type Props = {
  phone: string;
  owner: string;
  onSend: (body: string, media: string[]) => Promise<unknown>;
};

/** Field for writing a text with photos. Enter sends the text; Shift+Enter starts a new line. */
export function Composer({ phone, owner, onSend }: Props) {
  const key = draftKey(phone);
  const [body, setBody] = useLocalStorage({ key, defaultValue: '', getInitialValueInEffect: false });
  const [photos, setPhotos] = useState<string[]>([]);
  const clearPicker = useRef<() => void>(null);
  const empty = body.trim() === '' && photos.length === 0;

  async function attach(files: Iterable<File>) {
    const images = [...files].filter(({ type }) => type.startsWith('image/'));
    clearPicker.current?.(); // so that the same file can be chosen again
    if (photos.length + images.length > MEDIA_MAX)
      toastError(`A text can carry at most ${MEDIA_MAX} photos.`);
    const read = await Promise.allSettled(images.slice(0, MEDIA_MAX - photos.length).map(toDataUrl));
    if (read.some(({ status }) => status === 'rejected')) toastError('That picture cannot be read.');
    const chosen = read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    // a photo that was chosen twice is sent only once
    setPhotos((before) => [...new Set([...before, ...chosen])].slice(0, MEDIA_MAX));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (empty) return;
    setBody('');
    setPhotos([]);
    try {
      await onSend(body.trim(), photos);
    } catch {
      // puts the unsent text back, unless the person has begun another one
      setBody((typed) => typed || body);
      setPhotos((chosen) => (chosen.length > 0 ? chosen : photos));
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
                size="sm"
                aria-label={`Remove photo ${index + 1}`}
                onClick={() => setPhotos(photos.filter((other) => other !== url))}
              />
            </li>
          ))}
        </ul>
      )}
      <FileButton multiple accept="image/*" resetRef={clearPicker} onChange={attach}>
        {(props) => (
          <ActionIcon
            {...props}
            variant="subtle"
            color="gray"
            size={38}
            aria-label={`Attach photos on ${owner}'s phone`}
          >
            <IconPhoto size={22} aria-hidden />
          </ActionIcon>
        )}
      </FileButton>
      <Textarea
        className={classes.field}
        aria-label={`Text message from ${owner}`}
        placeholder="Text message"
        size="sm"
        autosize
        minRows={1}
        maxRows={5}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        onPaste={({ clipboardData: { files } }) => files.length > 0 && attach(files)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <ActionIcon type="submit" size={38} disabled={empty} aria-label={`Send from ${owner}'s phone`}>
        <IconArrowUp size={22} aria-hidden />
      </ActionIcon>
    </form>
  );
}
