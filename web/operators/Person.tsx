import { formatPhone, maskPhone } from '../../src/contract/people';
import classes from './TextCosts.module.css';

type Props = { displayName: string | null; phoneNumber: string };

/** Shows the name and the phone number of a person, or only the number if there is no name. */
export function Person({ displayName, phoneNumber }: Props) {
  const number = formatPhone(phoneNumber);
  if (!displayName || displayName === maskPhone(phoneNumber)) return number;
  return (
    <>
      {displayName} <span className={classes.phone}>{number}</span>
    </>
  );
}
