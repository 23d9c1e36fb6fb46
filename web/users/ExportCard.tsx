import { Button } from '@mantine/core';
import classes from './ProfilePage.module.css';

/** What GET /api/export offers, with what one would want it for. */
const FORMATS = [
  ['json', 'Everything (JSON and files)'],
  ['markdown', 'Notes (Markdown)'],
  ['csv', 'Table (CSV)'],
  ['bookmarks', 'Bookmarks (HTML)'],
] as const;

/** All that one has sent, to take along. */
export function ExportCard() {
  return (
    <section aria-labelledby="export">
      <h2 id="export">Export my data</h2>
      <p>Everything you have sent, as a file to keep or to import elsewhere.</p>
      <div className={classes.formats}>
        {FORMATS.map(([format, label]) => (
          <Button key={format} component="a" href={`/api/export?format=${format}`} download variant="default">
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
