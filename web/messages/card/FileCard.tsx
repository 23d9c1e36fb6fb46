import {
  IconCalendarEvent,
  IconDownload,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconMicrophone,
  IconMovie,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './FileCard.module.css';

/** What files are called, by the beginning of their MIME type. */
const KINDS: [type: string, label: string, icon: typeof IconFile][] = [
  ['application/pdf', 'PDF document', IconFileTypePdf],
  ['text/calendar', 'Calendar event', IconCalendarEvent],
  ['text/', 'Text file', IconFileText],
  ['audio/', 'Voice note', IconMicrophone],
  ['video/', 'Video', IconMovie],
  ['', 'File', IconFile],
];

/** A file that is not shown but can be saved. */
export function FileCard({ url, type }: { url: string; type: string }) {
  const [, label, Icon] = KINDS.find(([prefix]) => type.startsWith(prefix))!;
  return <Card url={url} icon={<Icon size={24} stroke={1.75} aria-hidden />} title={label} line="Download" />;
}

type CardProps = { url: string; icon: ReactNode; title: string; line: string };

/** All of one height, which `heightOfMedia` counts with. */
export function Card({ url, icon, title, line }: CardProps) {
  return (
    <a href={url} className={classes.file} download>
      {icon}
      <span className={classes.text}>
        <strong>{title}</strong>
        <span>{line}</span>
      </span>
      <IconDownload size={18} aria-hidden />
    </a>
  );
}
