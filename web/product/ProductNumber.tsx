import { IconCopy } from '@tabler/icons-react';
import { formatPhone } from '../../src/contract/people';
import { copyText } from '../ui/copy-text';
import { useMediaQuery } from '../ui/use-media-query';
import classes from './ProductNumber.module.css';
import { useTextLink } from './text-link';
import { useProduct } from './use-product';

export function ProductNumber() {
  const { phoneNumber } = useProduct();
  const link = useTextLink('');
  const number = <strong>{formatPhone(phoneNumber)}</strong>;
  const isTouched = useMediaQuery('(pointer: coarse)');
  return (
    <>
      {isTouched && (
        <a className={classes.number} {...link}>
          {number}
        </a>
      )}
      <button
        type="button"
        className={classes.number}
        title="Copy the number"
        onClick={() => copyText(phoneNumber, 'Number copied')}
      >
        {!isTouched && number}
        <IconCopy size={16} role="img" aria-label="Copy the number" />
      </button>
    </>
  );
}
