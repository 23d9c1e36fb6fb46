import { TEXTING_FORMS } from '../../../src/contract/texting-forms';
import classes from './Phone.module.css';

/** Two notes, and one text for each command. Sent in this order, they show everything that texts can do. */
const EXAMPLES = [
  { body: 'Ramen place on 5th #food', meaning: 'Keep a note on the board #food' },
  { body: 'Pasta with lemon #food', meaning: 'Keep another note' },
  ...TEXTING_FORMS.map(({ texts: [body], meaning }) => ({ body, meaning })),
];

type Props = { owner: string; allForms: string; onSend: (body: string) => void };

export function Examples({ owner, allForms, onSend }: Props) {
  return (
    <ul className={classes.examples} aria-label={`Examples to send from ${owner}`}>
      {EXAMPLES.map(({ body, meaning }) => (
        <li key={body}>
          <button type="button" className={classes.example} title={meaning} onClick={() => onSend(body)}>
            {body}
          </button>
        </li>
      ))}
      <li>
        <a className={classes.example} href={allForms} target="tagline-dashboard">
          All forms
        </a>
      </li>
    </ul>
  );
}
