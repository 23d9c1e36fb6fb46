import { tint } from '../../product/tint';
import { Link } from '../../ui/router';
import classes from './TagChip.module.css';

export function TagChip({ tag }: { tag: string }) {
  return (
    <Link
      to="/tag/$tag"
      params={{ tag }}
      className={classes.chip}
      title={`#${tag}`}
      data-touch
      {...tint(tag)}
    >
      <span className={classes.name} data-clip>
        #{tag}
      </span>
    </Link>
  );
}
