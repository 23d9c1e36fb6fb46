import { lazy, Suspense } from 'react';
import { findLinks } from '../../../src/contract/links';
import { formatPhone } from '../../../src/contract/people';
import { useTextLink } from '../../product/text-link';
import classes from './CardContent.module.css';
import { fileWord, inOneLine, withoutLastHashtags } from './card-text';
import { Mosaic } from './Mosaic';
import type { DashboardBoard } from './shown-boards';

const LinkContent = lazy(() => import('./LinkContent').then(({ LinkContent }) => ({ default: LinkContent })));

export function CardContent({ board: { name, count, latest } }: { board: DashboardBoard }) {
  const text = latest ? withoutLastHashtags(latest.content) || (count > 1 ? latest.content : '') : '';
  const photos = latest?.photos ?? [];
  const words = text || (latest?.fileType && fileWord(latest.fileType));
  const [link] = text && !/\s/.test(text) ? findLinks(text) : [];
  const shown = words && (
    <p className={classes.text} dir="auto">
      {inOneLine(words)}
    </p>
  );
  return (
    <div className={classes.content}>
      {latest?.answered && (
        <p className={classes.quote} dir="auto" data-clip>
          {formatPhone(latest.answered.senderDisplayName)}: {latest.answered.content || 'Photo'}
        </p>
      )}
      {photos.length > 0 && <Mosaic photos={photos} />}
      {link?.text === text ? (
        <Suspense fallback={shown}>
          <LinkContent url={link.url} text={text} />
        </Suspense>
      ) : (
        shown || (photos.length === 0 && <Empty name={name} />)
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
