import { queryOptions } from '@tanstack/react-query';
import { client } from '../../product/trpc';

export const photoWordsQuery = (id: number) =>
  queryOptions({
    queryKey: ['photo-words', id],
    queryFn: ({ signal }) => client.media.words.query({ id }, { signal }),
  });
