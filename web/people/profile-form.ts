import { schemaResolver, useForm } from '@mantine/form';
import { type ProfileInput, profileInput } from '../../src/contract/users';

export type ProfileFormValues = { firstName: string; lastName: string; avatarUrl: string };

/**
 * Returns the form state of the setup page and the profile page. The server's own schema validates the form.
 */
export const useProfileForm = (initialValues: ProfileFormValues) =>
  useForm({ mode: 'controlled', initialValues, validate: schemaResolver(profileInput, { sync: true }) });

/** Trims the values for the API call, and leaves out an empty `avatarUrl`. */
export const toProfileInput = ({ firstName, lastName, avatarUrl }: ProfileFormValues): ProfileInput => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  ...(avatarUrl.trim() && { avatarUrl: avatarUrl.trim() }),
});
