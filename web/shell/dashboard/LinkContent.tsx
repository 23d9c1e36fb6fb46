import { usePreview } from '../../media/previews/use-preview';
import classes from './CardContent.module.css';

/** A link by the title and the picture of its page, as soon as they are known. */
export function LinkContent({ url, text }: { url: string; text: string }) {
  const { preview } = usePreview(url);
  return (
    <div className={classes.link}>
      {preview?.image && (
        <img src={preview.image} alt="" loading="lazy" decoding="async" fetchPriority="low" />
      )}
      <p className={classes.text} dir="auto">
        {preview?.title ?? text}
        {preview?.title && <small>{new URL(url).hostname.replace(/^www\./, '')}</small>}
      </p>
    </div>
  );
}
