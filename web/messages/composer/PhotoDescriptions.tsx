import { Stack, Textarea } from '@mantine/core';
import { ALT_MAX, length } from '../../../src/contract/limits';
import { Photo } from '../card/Photo';
import classes from './PhotoDescriptions.module.css';
import type { Descriptions } from './use-descriptions';

type Props = { descriptions: Descriptions; disabled: boolean };

export const isTooLong = (text: string) => length(text.trim()) > ALT_MAX;

/** The placeholder shows the words in the photo, because they replace a missing alternative text. */
export function PhotoDescriptions({ descriptions: { photos, textOf, change }, disabled }: Props) {
  if (photos.length === 0) return null;
  return (
    <Stack component="ul" gap="0.75rem" className={classes.photos} aria-label="Descriptions of photos">
      {photos.map((photo, at) => (
        <li key={photo.id}>
          <div className={classes.thumbnail}>
            <Photo photo={photo} alt="" ratio={1} widths={[['', '72px']]} />
          </div>
          <Textarea
            label={photos.length === 1 ? 'Description of the photo' : `Description of photo ${at + 1}`}
            placeholder={photo.words ?? 'For people who cannot see it'}
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
        </li>
      ))}
    </Stack>
  );
}
