import { ActionIcon, Skeleton, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatPhone } from '../../src/contract/people';
import { errorMessage } from '../product/trpc';
import { usePageTitle } from '../product/use-page-title';
import { useProduct } from '../product/use-product';
import { Logo } from '../ui/Logo';
import { LoadError } from '../ui/Notice';
import { toastError } from '../ui/toast';
import { Phone } from './Phone';
import classes from './PhonePage.module.css';
import { useOpenPhones } from './use-open-phones';

/**
 * The phone simulator: sends SMS to the product from any number, without a carrier (docs/product.md:
 * Simulator).
 */
export function PhonePage() {
  usePageTitle('Phone simulator');
  const { name, phoneNumber, url } = useProduct();
  const { phones, open, toggle, add, query } = useOpenPhones();

  return (
    <div className={classes.page} data-ground="sunken">
      <header className={classes.header}>
        <a href={url} className={classes.logo} aria-label={`${name}, home`}>
          <Logo name={name} size={28} />
        </a>
        <div className={classes.intro}>
          <h1>Phone simulator</h1>
          <p>
            Text <strong>{formatPhone(phoneNumber)}</strong> as you would from a real phone. Nothing leaves
            this computer.
          </p>
        </div>
        <a href={url} className={classes.dashboard} target="tagline-dashboard">
          Open the dashboard
        </a>
      </header>
      <main className={classes.main}>
        <div className={classes.numbers}>
          <ul aria-label="Test numbers">
            {phones.map((phone) => (
              <li key={phone.phone}>
                <button
                  type="button"
                  className={classes.number}
                  aria-pressed={open.includes(phone)}
                  onClick={() => toggle(phone.phone)}
                >
                  {phone.name && <b>{phone.name}</b>}
                  <span>{formatPhone(phone.phone)}</span>
                </button>
              </li>
            ))}
          </ul>
          <AddNumber onAdd={add} />
        </div>
        {query.isError && phones.length === 0 ? (
          <LoadError what="the phones" busy={query.isFetching} onRetry={query.refetch} />
        ) : (
          <div className={classes.phones}>
            {query.isPending ? (
              <Skeleton className={classes.waiting} />
            ) : (
              open.map((phone) => <Phone key={phone.phone} {...phone} />)
            )}
          </div>
        )}
      </main>
    </div>
  );
}

function AddNumber({ onAdd }: { onAdd: (number: string) => Promise<void> }) {
  const [number, setNumber] = useState('');
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (number.trim() === '') return;
    try {
      await onAdd(number);
      setNumber('');
    } catch (error) {
      toastError(errorMessage(error, 'The number could not be added.'));
    }
  }
  return (
    <form onSubmit={submit} className={classes.add}>
      <TextInput
        size="sm"
        radius="xl"
        type="tel"
        placeholder="Add a number"
        aria-label="Add a test number"
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <ActionIcon
        type="submit"
        variant="default"
        radius="xl"
        size={36}
        aria-label="Add the number"
        disabled={number.trim() === ''}
      >
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
    </form>
  );
}
