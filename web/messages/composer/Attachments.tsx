import { ActionIcon, Box, Button, CloseButton, Group, Stack } from '@mantine/core';
import { IconFile, IconPhotoPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { MEDIA_MAX } from '../../../src/contract/limits';
import classes from './Attachments.module.css';
import type { Attachment } from './use-attachments';

type Props = {
  attachments: Attachment[];
  add: (files: Iterable<File>) => void;
  remove: (key: number) => void;
  disabled: boolean;
  small?: boolean;
};

export const Attachments = (props: Props) => (
  <Stack gap="0.75rem">
    <AttachmentList {...props} />
    <AttachmentPicker {...props} />
  </Stack>
);

export const AttachmentList = ({ attachments, remove, disabled }: Omit<Props, 'add'>) =>
  attachments.length > 0 && (
    <Group component="ul" gap="0.75rem" className={classes.files} aria-label="Files">
      {attachments.map(({ key, name, preview, sent }) => (
        <li key={key} data-sending={sent !== null || undefined} title={name}>
          {preview ? <img src={preview} alt={name} /> : <IconFile size={28} aria-hidden />}
          {!preview && <span>{name}</span>}
          {sent !== null && <progress value={sent} aria-label={`Uploading ${name}`} />}
          <CloseButton
            size="sm"
            radius="xl"
            className={classes.remove}
            disabled={disabled}
            aria-label={`Remove ${name}`}
            onClick={() => remove(key)}
          />
        </li>
      ))}
    </Group>
  );

export function AttachmentPicker({ attachments, add, disabled, small }: Omit<Props, 'remove'>) {
  const picker = useRef<HTMLInputElement>(null);
  const button = {
    disabled: disabled || attachments.length >= MEDIA_MAX,
    onClick: () => picker.current?.click(),
  };
  return (
    <>
      {small ? (
        <ActionIcon variant="default" size="lg" aria-label="Add photos" title="Add photos" {...button}>
          <IconPhotoPlus size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <Group gap="0.25rem 0.75rem">
          <Button variant="default" leftSection={<IconPhotoPlus size={18} aria-hidden />} {...button}>
            Add photos
          </Button>
          <Box component="span" c="dimmed" fz="0.875rem">
            or paste or drop them here
          </Box>
        </Group>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Photos and files"
        onChange={(event) => {
          add(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
