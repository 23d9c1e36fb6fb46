import { ActionIcon, Box, CloseButton, Group, Stack, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFile } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { ALT_MAX, length } from '../../../src/contract/limits';
import { mediaKind } from '../card/media-layout';
import { Photo } from '../card/Photo';
import { Attachments } from './Attachments';
import classes from './EditFiles.module.css';
import type { Descriptions } from './use-descriptions';
import type { MessageFile, MessageFiles } from './use-message-files';

type Props = { messageFiles: MessageFiles; descriptions: Descriptions; disabled: boolean };

export const isTooLong = (text: string) => length(text.trim()) > ALT_MAX;

const NONE: never[] = [];

export function EditFiles({ messageFiles, descriptions, disabled }: Props) {
  const { files, add, isFull } = messageFiles;
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string>(null);
  // an element that moves in its list loses the focus
  useEffect(() => {
    if (pressed.current === null) return;
    const [same, other] = list.current!.querySelectorAll<HTMLButtonElement>(pressed.current);
    (same?.disabled ? other : same)?.focus();
    pressed.current = null;
  });
  const move = (file: MessageFile, by: -1 | 1) => {
    const of = (way: number) => `[data-move="${CSS.escape(`${way} ${file.key}`)}"]`;
    pressed.current = by === -1 ? `${of(-1)}, ${of(1)}` : `${of(1)}, ${of(-1)}`;
    messageFiles.move(file, by);
  };
  return (
    <Stack gap="0.75rem">
      {files.length > 0 && (
        <ul ref={list} className={classes.files} aria-label="Files">
          {files.map((file, at) => (
            <li key={file.key} data-sending={file.added?.sent != null || undefined}>
              <Thumbnail file={file} />
              <Words file={file} at={at} descriptions={descriptions} disabled={disabled} />
              <Group gap={0} wrap="nowrap" className={classes.buttons}>
                {files.length > 1 &&
                  ([-1, 1] as const).map((by) => (
                    <ActionIcon
                      key={by}
                      variant="subtle"
                      color="gray"
                      data-move={`${by} ${file.key}`}
                      aria-label={`Move ${file.name} ${by === -1 ? 'up' : 'down'}`}
                      disabled={disabled || at + by < 0 || at + by >= files.length}
                      onClick={() => move(file, by)}
                    >
                      {by === -1 ? (
                        <IconArrowUp size={18} aria-hidden />
                      ) : (
                        <IconArrowDown size={18} aria-hidden />
                      )}
                    </ActionIcon>
                  ))}
                <CloseButton
                  disabled={disabled}
                  aria-label={`Remove ${file.name}`}
                  onClick={() => messageFiles.remove(file)}
                />
              </Group>
            </li>
          ))}
        </ul>
      )}
      <Attachments attachments={NONE} add={add} remove={() => {}} disabled={disabled || isFull} />
    </Stack>
  );
}

function Thumbnail({ file: { name, stored, added } }: { file: MessageFile }) {
  const photo = stored && mediaKind(stored.type) === 'photo' ? stored : undefined;
  return (
    <div className={classes.thumbnail}>
      {photo ? (
        <Photo photo={photo} alt="" ratio={1} placeWidth={() => 72} />
      ) : added?.preview ? (
        <img src={added.preview} alt="" />
      ) : (
        <IconFile size={26} aria-hidden />
      )}
      {added?.sent != null && <progress value={added.sent} aria-label={`Uploading ${name}`} />}
    </div>
  );
}

type WordsProps = { file: MessageFile; at: number; descriptions: Descriptions; disabled: boolean };

/** The placeholder shows the words in the photo, because they replace a missing alternative text. */
function Words({ file: { name, stored }, at, descriptions, disabled }: WordsProps) {
  const { photos, textOf, change } = descriptions;
  if (!stored || !photos.includes(stored))
    return (
      <Box component="span" fz="0.875rem" flex={1} miw={0} data-clip title={name}>
        {name}
      </Box>
    );
  return (
    <Textarea
      label={photos.length === 1 ? 'Description of the photo' : `Description of photo ${at + 1}`}
      placeholder={stored.words ?? 'For people who cannot see it'}
      flex={1}
      miw={0}
      autosize
      minRows={1}
      maxRows={5}
      disabled={disabled}
      error={
        isTooLong(textOf(stored)) &&
        `A description can have at most ${ALT_MAX.toLocaleString('en-US')} characters.`
      }
      value={textOf(stored)}
      onChange={(event) => change(stored, event.currentTarget.value)}
    />
  );
}
