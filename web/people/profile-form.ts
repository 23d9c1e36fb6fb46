import { schemaResolver, useForm } from '@mantine/form';
import { type ProfileInput, profileInput } from '../../src/contract/users';

export type ProfileFormValues = { firstName: string; lastName: string; avatarUrl: string };

export const useProfileForm = (initialValues: ProfileFormValues) =>
  useForm({ mode: 'controlled', initialValues, validate: schemaResolver(profileInput, { sync: true }) });

export const toProfileInput = ({ firstName, lastName, avatarUrl }: ProfileFormValues): ProfileInput => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  ...(avatarUrl.trim() && { avatarUrl: avatarUrl.trim() }),
});
