import { IconAddressBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { contactOf } from './contact';
import { Card } from './FileCard';

/** A contact card: whose it is and how to reach them. */
export function ContactCard({ url }: { url: string }) {
  const { data } = useQuery({
    queryKey: ['contact', url],
    staleTime: 'static',
    async queryFn() {
      const response = await fetch(url);
      return contactOf(response.ok ? await response.text() : '');
    },
  });
  return (
    <Card
      url={url}
      icon={<IconAddressBook size={24} stroke={1.75} aria-hidden />}
      title={data?.name ?? 'Contact card'}
      line={data?.reach ?? (data?.name ? 'Contact card' : 'Download')}
    />
  );
}
