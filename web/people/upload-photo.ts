import type { Profile } from '../../src/contract/users';

/**
 * Uploads a photo to POST /api/profile/photo and returns the profile. If the server answers with an error,
 * throws an Error with the server's message, or with an empty message if the server sends none. Also throws
 * if the server cannot be reached.
 */
export async function uploadPhoto(file: File): Promise<Profile> {
  const form = new FormData();
  form.append('photo', file);
  const response = await fetch('/api/profile/photo', { method: 'POST', body: form });
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Error(answer?.message ?? '');
  return answer;
}
