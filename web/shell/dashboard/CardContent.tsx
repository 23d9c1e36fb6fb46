import { useTextLink } from '../../product/text-link';
import classes from './CardContent.module.css';
import { fileWord, withoutLastHashtags } from './card-text';
import { Mosaic } from './Mosaic';
import type { DashboardBoard } from './shown-boards';

export function CardContent({ board: { name, count, latest } }: { board: DashboardBoard }) {
  const text = latest ? withoutLastHashtags(latest.content) || (count > 1 ? latest.content : '') : '';
  const photos = latest?.photos ?? [];
  const words = text || (latest?.fileType && fileWord(latest.fileType));
  return (
    <div className={classes.content}>
      {photos.length > 0 && <Mosaic photos={photos} />}
      {words ? (
        <p className={classes.text} dir="auto">
          {words}
        </p>
      ) : (
        photos.length === 0 && <Empty name={name} />
      )}
    </div>
  );
}

function Empty({ name }: { name: string }) {
  const link = useTextLink(`#${name} `);
  return (
    <div className={classes.empty}>
      Nothing here yet.{' '}
      <div data-clip>
        To begin,{' '}
        <a {...link} className={classes.textLink}>
          text #{name}
        </a>
      </div>
    </div>
  );
}
