import { Box, Group, Stack, Textarea } from '@mantine/core';
import { ALT_MAX, length } from '../../../src/contract/limits';
import { Photo } from '../card/Photo';
import type { Descriptions } from './use-descriptions';

type Props = { descriptions: Descriptions; disabled: boolean };

export const isTooLong = (text: string) => length(text.trim()) > ALT_MAX;

/** The placeholder shows the words in the photo, because they replace a missing alternative text. */
export function PhotoDescriptions({ descriptions: { photos, textOf, change }, disabled }: Props) {
  if (photos.length === 0) return null;
  return (
    <Stack component="ul" gap="0.75rem" aria-label="Descriptions of photos">
      {photos.map((photo, at) => (
        <Group component="li" key={photo.id} align="start" gap="0.75rem" wrap="nowrap">
          <Box flex="none" w="4.5rem" bdrs={12} style={{ overflow: 'hidden' }}>
            <Photo photo={photo} alt="" ratio={1} placeWidth={() => 72} />
          </Box>
          <Textarea
            label={photos.length === 1 ? 'Description of the photo' : `Description of photo ${at + 1}`}
            placeholder={photo.words ?? 'For people who cannot see it'}
            flex={1}
            miw={0}
            autosize
            minRows={1}
            maxRows={5}
            disabled={disabled}
            error={
              isTooLong(textOf(photo)) &&
              `A description can have at most ${ALT_MAX.toLocaleString('en-US')} characters.`
            }
            value={textOf(photo)}
            onChange={(event) => change(photo, event.currentTarget.value)}
          />
        </Group>
      ))}
    </Stack>
  );
}
