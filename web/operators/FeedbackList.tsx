import { Box, Button, Group, Skeleton, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_MAX } from '../../src/contract/limits';
import { formatPhone } from '../../src/contract/people';
import { trpc } from '../product/trpc';
import { Ago, Day } from '../ui/times';
import { Card } from './Card';

const PAGE_SIZE = 20;

export function FeedbackList() {
  const [shown, setShown] = useState(PAGE_SIZE);
  const { data, isError, isFetching, refetch } = trpc.admin.feedback.useQuery(
    { limit: Math.min(shown + 1, PAGE_MAX) },
    { placeholderData: keepPreviousData },
  );
  return (
    <Card title="Feedback Messages" note="Whatever people text or write with #feedback.">
      {data ? (
        data.length === 0 ? (
          <Text c="dimmed">No feedback messages yet</Text>
        ) : (
          <ul style={{ gap: '0.75rem' }}>
            {data.slice(0, shown).map(({ id, content, timestamp, phoneNumber, displayName }) => (
              <Box component="li" key={id} p="0.8rem 1rem" bg="var(--sunken)" bdrs="var(--bubble)">
                <Group align="baseline" gap="0 0.75rem" c="dimmed" fz="0.875rem">
                  <Box component="strong" c="var(--ink)" fz="1rem" fw={600} miw={0}>
                    {displayName ?? formatPhone(phoneNumber)}
                  </Box>
                  {displayName && <a href={`tel:${phoneNumber}`}>{formatPhone(phoneNumber)}</a>}
                  <span>
                    <Day at={timestamp} /> · <Ago at={timestamp} />
                  </span>
                </Group>
                <Box mt="0.25rem" style={{ whiteSpace: 'pre-line' }}>
                  {content || '(nothing but the hashtag)'}
                </Box>
              </Box>
            ))}
          </ul>
        )
      ) : isError ? (
        <Text role="alert" c="dimmed">
          Failed to load feedback messages{' '}
          <Button variant="default" size="compact-sm" disabled={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Text>
      ) : (
        <Skeleton height={120} radius="md" />
      )}
      {data && data.length > shown && (
        <Button variant="default" mt="md" disabled={isFetching} onClick={() => setShown(shown + PAGE_SIZE)}>
          Show more
        </Button>
      )}
    </Card>
  );
}
