import { TextInput } from '@mantine/core';
import { NAME_MAX } from '../../src/contract/limits';
import classes from './ProfileFields.module.css';
import type { useProfileForm } from './profile-form';

type Props = { form: ReturnType<typeof useProfileForm>; pictureLabel: string; disabled: boolean };

export function ProfileFields({ form, pictureLabel, disabled }: Props) {
  return (
    <div className={classes.fields}>
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
    </div>
  );
}
