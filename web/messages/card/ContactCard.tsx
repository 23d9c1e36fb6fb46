import { IconAddressBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { DownloadCard } from './FileCard';
import { parseContact } from './parse-contact';

export function ContactCard({ url }: { url: string }) {
  const { data } = useQuery({
    queryKey: ['contact', url],
    staleTime: 'static',
    async queryFn() {
      const response = await fetch(url);
      return parseContact(response.ok ? await response.text() : '');
    },
  });
  return (
    <DownloadCard
      url={url}
      icon={<IconAddressBook size={24} stroke={1.75} aria-hidden />}
      title={data?.name ?? 'Contact card'}
      detail={data?.phoneOrEmail ?? (data?.name ? 'Contact card' : 'Download')}
    />
  );
}
