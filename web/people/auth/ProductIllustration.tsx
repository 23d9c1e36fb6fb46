import { tint } from '../../product/tint';
import classes from './ProductIllustration.module.css';

export function ProductIllustration() {
  return (
    <aside className={classes.story} aria-hidden="true">
      <div className={classes.thread}>
        <p className={classes.sent}>
          That ramen place on 5th, go early <b>#food</b>
        </p>
        <p className={classes.sent}>
          Ask Mia for the Le Guin one <b>#books</b>
        </p>
        <p className={classes.sent}>
          Tent pegs, headlamp, the good coffee <b>#trip-to-oslo</b>
        </p>
        <p className={classes.reply}>
          Bob added to <b>#trip-to-oslo</b>: Ferry leaves at nine
        </p>
      </div>
      <div className={classes.boards}>
        {[
          ['food', 12],
          ['books', 31],
          ['trip-to-oslo', 8],
        ].map(([name, count]) => (
          <div key={name} {...tint(String(name))}>
            <span>#</span>
            <b>{name}</b>
            <em>{count}</em>
          </div>
        ))}
      </div>
    </aside>
  );
}
