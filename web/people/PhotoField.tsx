import { Box, Button, FileButton, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { MEDIA_BYTES_MAX } from '../../src/contract/limits';
import type { Profile } from '../../src/contract/users';
import { cache, errorMessage, trpc } from '../product/trpc';
import { toastError } from '../ui/toast';
import classes from './PhotoField.module.css';
import { UserAvatar } from './UserAvatar';

const ERROR = 'var(--mantine-color-error)';
const FAILED = 'The photo could not be uploaded. Please try again.';
const TOO_LARGE = `A photo can have at most ${MEDIA_BYTES_MAX / 1024 / 1024} MB.`;

type Props = {
  person: { firstName: string; lastName: string; displayName?: string };
  name?: string;
  disabled: boolean;
  onUploaded: () => void;
};

/** The person's picture. A photo is stored at once, not when the form is saved. */
export function PhotoField({ person, name, disabled, onUploaded }: Props) {
  const profile = trpc.users.profile.useQuery().data;
  const note = useId();
  const clearPicker = useRef<() => void>(null);
  const show = (next: Profile) => cache.users.profile.setData(undefined, next);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MEDIA_BYTES_MAX) throw new Error(TOO_LARGE);
      return uploadPhoto(file);
    },
    onSuccess(next) {
      show(next);
      onUploaded();
    },
    onSettled: () => clearPicker.current?.(), // cleared, so that the same file can be chosen again
  });
  const remove = trpc.users.removePhoto.useMutation({
    onSuccess: show,
    onError: (error) => toastError(errorMessage(error, 'The photo could not be removed.')),
  });
  const hasPhoto = Boolean(profile?.pictureUrl && !profile.avatarUrl);
  const busy = upload.isPending || remove.isPending;

  return (
    <Group wrap="nowrap" gap="1rem" className={classes.photo} aria-busy={busy}>
      <UserAvatar person={{ ...person, avatarUrl: profile?.pictureUrl }} size={72} />
      <div>
        {name && (
          <Box component="strong" display="block" mb="0.4rem" fz="1.2rem">
            {name}
          </Box>
        )}
        <Group gap="0.25rem 0.5rem">
          <FileButton
            resetRef={clearPicker}
            accept="image/*,.heic,.heif"
            inputProps={{ 'aria-label': 'Photo', 'aria-describedby': note }}
            onChange={(file) => file && upload.mutate(file)}
          >
            {(props) => (
              <Button {...props} variant="default" disabled={disabled || busy} aria-describedby={note}>
                {upload.isPending ? 'Uploading...' : hasPhoto ? 'Change photo' : 'Upload a photo'}
              </Button>
            )}
          </FileButton>
          {hasPhoto && (
            <Button
              variant="subtle"
              color="gray"
              disabled={disabled || busy}
              onClick={() => {
                upload.reset();
                remove.mutate();
              }}
            >
              Remove photo
            </Button>
          )}
        </Group>
        <Box
          id={note}
          mt="0.35rem"
          fz="0.8125rem"
          {...(upload.isError ? { role: 'alert', c: ERROR } : { c: 'dimmed' })}
        >
          {upload.isError
            ? upload.error.message || FAILED
            : hasPhoto
              ? 'People on your boards see it.'
              : 'Optional. Its middle is shown, as a circle.'}
        </Box>
      </div>
    </Group>
  );
}

async function uploadPhoto(file: File): Promise<Profile> {
  const form = new FormData();
  form.append('photo', file);
  const response = await fetch('/api/profile/photo', { method: 'POST', body: form });
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Error(answer?.message ?? '');
  return answer;
}
