import { Button } from '@mantine/core';
import classes from '../people/ProfilePage.module.css';

/** Formats of `GET /api/export`, with the label of each button. */
const FORMATS = [
  ['json', 'Everything (JSON and files)'],
  ['markdown', 'Notes (Markdown)'],
  ['csv', 'Table (CSV)'],
  ['bookmarks', 'Bookmarks (HTML)'],
] as const;

/** Buttons that download everything the person has sent (docs/product.md: Export and import). */
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
