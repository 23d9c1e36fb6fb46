import { Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { NAME_MAX } from '../../src/contract/limits';
import { PhotoField } from './PhotoField';
import classes from './ProfileFields.module.css';
import type { useProfileForm } from './profile-form';

type Props = {
  form: ReturnType<typeof useProfileForm>;
  displayName?: string;
  /** Name to show beside the picture. */
  name?: string;
  pictureLabel: string;
  disabled: boolean;
  children?: ReactNode;
};

export const ProfileFields = ({ form, displayName, name, pictureLabel, disabled, children }: Props) => (
  <>
    <PhotoField
      person={{ ...form.values, displayName }}
      name={name}
      disabled={disabled}
      onUploaded={() => form.setFieldValue('avatarUrl', '')}
    />
    {children}
    <Stack gap="1.1rem">
      <div className={classes.names}>
        <TextInput
          label="First Name"
          autoComplete="given-name"
          maxLength={NAME_MAX}
          disabled={disabled}
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last Name"
          autoComplete="family-name"
          maxLength={NAME_MAX}
          disabled={disabled}
          {...form.getInputProps('lastName')}
        />
      </div>
      <TextInput
        label={pictureLabel}
        type="url"
        inputMode="url"
        autoComplete="photo"
        placeholder="https://"
        disabled={disabled}
        {...form.getInputProps('avatarUrl')}
      />
    </Stack>
  </>
);
