import { formatPhone, maskPhone } from '../../src/contract/people';
import classes from './TextCosts.module.css';

type Props = { displayName: string | null; phoneNumber: string };

export function Person({ displayName, phoneNumber }: Props) {
  const number = formatPhone(phoneNumber);
  if (!displayName || displayName === maskPhone(phoneNumber)) return number;
  return (
    <>
      {displayName} <span className={classes.phone}>{number}</span>
    </>
  );
}
