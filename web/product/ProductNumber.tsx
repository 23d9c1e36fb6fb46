import { IconCopy } from '@tabler/icons-react';
import { formatPhone } from '../../src/contract/people';
import { copyText } from '../ui/copy-text';
import classes from './ProductNumber.module.css';
import { useProduct } from './use-product';

/** The phone number to which people text. A click copies it. */
export function ProductNumber() {
  const { phoneNumber } = useProduct();
  return (
    <button
      type="button"
      className={classes.number}
      title="Copy the number"
      onClick={() => copyText(phoneNumber, 'Number copied')}
    >
      <strong>{formatPhone(phoneNumber)}</strong>
      <IconCopy size={16} role="img" aria-label="Copy the number" />
    </button>
  );
}
