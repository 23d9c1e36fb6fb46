import { IconAddressBook } from '@tabler/icons-react';
import classes from './AddToContacts.module.css';

export function AddToContacts() {
  return (
    <a className={classes.link} href="/api/product/contact.vcf">
      <IconAddressBook size={18} aria-hidden />
      Add to contacts
    </a>
  );
}
