import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { prove } from '../people/auth/proof';
import { ProfileCard } from '../people/ProfileCard';
import { errorMessage } from '../product/trpc';
import { toastError } from '../ui/toast';

const FORMATS = [
  ['json', 'Everything (JSON and files)'],
  ['markdown', 'Notes (Markdown)'],
  ['obsidian', 'Vault for Obsidian'],
  ['csv', 'Table (CSV)'],
  ['bookmarks', 'Bookmarks (HTML)'],
  ['karakeep', 'For karakeep (JSON)'],
  ['memos', 'For memos (zip)'],
] as const;

type Format = (typeof FORMATS)[number][0];

const addressOf = (format: Format) => `/api/export?format=${format}`;

export function ExportCard() {
  const exporting = useMutation({
    mutationFn: async (format: Format) => (await prove()) && save(addressOf(format)),
    onError: (error) => toastError(errorMessage(error, 'Failed to export')),
  });
  return (
    <ProfileCard
      id="export"
      title="Export my data"
      note="Everything you have sent, as a file to keep or to import elsewhere."
    >
      <Group gap="0.6rem">
        {FORMATS.map(([format, label]) => (
          <Button
            key={format}
            component="a"
            href={addressOf(format)}
            download
            variant="default"
            onClick={(event) => {
              event.preventDefault();
              exporting.mutate(format);
            }}
          >
            {label}
          </Button>
        ))}
      </Group>
    </ProfileCard>
  );
}

/** By a link, because the address of the page must stay. */
function save(href: string) {
  Object.assign(document.createElement('a'), { href, download: '' }).click();
}
