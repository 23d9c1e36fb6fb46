import { queryOptions } from '@tanstack/react-query';
import { client } from '../../product/trpc';

/** Fetches the words in a photo with their places. They never change once they were read. */
export const photoWordsQuery = (id: number) =>
  queryOptions({
    queryKey: ['photo-words', id],
    queryFn: ({ signal }) => client.media.words.query({ id }, { signal }),
  });
