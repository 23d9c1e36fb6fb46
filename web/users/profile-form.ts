import { schemaResolver, useForm } from '@mantine/form';
import { type ProfileInput, profileInput } from '../../src/contract/users';

export type ProfileFormValues = { firstName: string; lastName: string; avatarUrl: string };

/** The form of setup and edit, checked by the server's own schema (spec 5). */
export const useProfileForm = (initialValues: ProfileFormValues) =>
  useForm({ mode: 'controlled', initialValues, validate: schemaResolver(profileInput, { sync: true }) });

/** Spec 5: avatarUrl is sent only when non-empty. */
export const toProfileInput = ({ firstName, lastName, avatarUrl }: ProfileFormValues): ProfileInput => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  ...(avatarUrl.trim() && { avatarUrl: avatarUrl.trim() }),
});
