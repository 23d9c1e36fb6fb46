import { TEXTING_FORMS } from '../../../src/contract/texting-forms';
import classes from './Examples.module.css';

/**
 * Two notes, and then one text for each command form. If they are sent in this order, they show everything
 * that texts can do.
 */
const EXAMPLES = [
  { body: 'Ramen place on 5th #food', meaning: 'Keep a note on the board #food' },
  { body: 'Pasta with lemon #food', meaning: 'Keep another note' },
  ...TEXTING_FORMS.map(({ texts: [body], meaning }) => ({ body, meaning })),
];

type Props = {
  owner: string;
  /** URL of the page with all command forms. */
  allForms: string;
  onSend: (body: string) => void;
};

/** Buttons that send example texts, and a link to the page with all command forms. */
export function Examples({ owner, allForms, onSend }: Props) {
  return (
    <ul className={classes.row} aria-label={`Examples to send from ${owner}`}>
      {EXAMPLES.map(({ body, meaning }) => (
        <li key={body}>
          <button type="button" title={meaning} onClick={() => onSend(body)}>
            {body}
          </button>
        </li>
      ))}
      <li>
        <a href={allForms} target="tagline-dashboard">
          All forms
        </a>
      </li>
    </ul>
  );
}
