import { IconAddressBook } from '@tabler/icons-react';
import classes from './AddToContacts.module.css';

/**
 * Link to the contact card of the product (docs/product.md: Contact card). A phone that opens the link offers
 * to add the card to its contacts.
 */
export function AddToContacts() {
  return (
    <a className={classes.link} href="/api/product/contact.vcf">
      <IconAddressBook size={18} aria-hidden />
      Add to contacts
    </a>
  );
}
