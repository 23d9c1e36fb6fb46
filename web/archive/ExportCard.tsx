import { Button, Group } from '@mantine/core';
import { ProfileCard } from '../people/ProfileCard';

const FORMATS = [
  ['json', 'Everything (JSON and files)'],
  ['markdown', 'Notes (Markdown)'],
  ['csv', 'Table (CSV)'],
  ['bookmarks', 'Bookmarks (HTML)'],
] as const;

export function ExportCard() {
  return (
    <ProfileCard
      id="export"
      title="Export my data"
      note="Everything you have sent, as a file to keep or to import elsewhere."
    >
      <Group gap="0.6rem">
        {FORMATS.map(([format, label]) => (
          <Button key={format} component="a" href={`/api/export?format=${format}`} download variant="default">
            {label}
          </Button>
        ))}
      </Group>
    </ProfileCard>
  );
}
