import { queryOptions } from '@tanstack/react-query';
import { client } from '../../product/trpc';

/**
 * Fetches the words in a photo, with their places. The words never change after they were read from the
 * photo.
 */
export const photoWordsQuery = (id: number) =>
  queryOptions({
    queryKey: ['photo-words', id],
    queryFn: ({ signal }) => client.media.words.query({ id }, { signal }),
  });
