import type { Profile } from '../../src/contract/users';

/**
 * Uploads a photo to POST /api/profile/photo and returns the profile. Throws an Error whose message is the
 * server's sentence, or empty if there is none.
 */
export async function uploadPhoto(file: File): Promise<Profile> {
  const form = new FormData();
  form.append('photo', file);
  const response = await fetch('/api/profile/photo', { method: 'POST', body: form });
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Error(answer?.message ?? '');
  return answer;
}
