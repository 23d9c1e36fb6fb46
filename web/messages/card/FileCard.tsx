import {
  IconAddressBook,
  IconCalendarEvent,
  IconDownload,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconMicrophone,
  IconMovie,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Media } from '../../../src/contract/media';
import classes from './FileCard.module.css';
import { parseContact } from './parse-contact';

const KINDS: [type: string, label: string, icon: typeof IconFile][] = [
  ['application/pdf', 'PDF document', IconFileTypePdf],
  ['text/calendar', 'Calendar event', IconCalendarEvent],
  ['text/', 'Text file', IconFileText],
  ['audio/', 'Voice note', IconMicrophone],
  ['video/', 'Video', IconMovie],
  ['', 'File', IconFile],
];

export function FileCard({ url, type, name }: Pick<Media, 'url' | 'type' | 'name'>) {
  const [, label, Icon] = KINDS.find(([prefix]) => type.startsWith(prefix))!;
  // what the browser can play is no file of this kind
  const isRecording = /^(audio|video)\//.test(type);
  return (
    <DownloadCard
      url={url}
      icon={<Icon size={24} stroke={1.75} aria-hidden />}
      title={name ?? label}
      detail={isRecording ? 'This browser cannot play it' : name ? label : 'Download'}
    />
  );
}

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
      detail={[data?.phoneOrEmail, 'Save contact'].filter(Boolean).join(' · ')}
    />
  );
}

type DownloadCardProps = { url: string; icon: ReactNode; title: string; detail: string };

function DownloadCard({ url, icon, title, detail }: DownloadCardProps) {
  return (
    <a href={url} className={classes.file} download>
      {icon}
      <span className={classes.text}>
        <strong title={title} dir="auto">
          {title}
        </strong>
        <span>{detail}</span>
      </span>
      <IconDownload size={18} aria-hidden />
    </a>
  );
}
