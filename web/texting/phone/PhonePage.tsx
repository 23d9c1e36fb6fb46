import { ActionIcon, Skeleton, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { formatPhone } from '../../../src/contract/people';
import type { SimulatedText } from '../../../src/contract/simulator';
import { errorMessage, trpc } from '../../product/trpc';
import { usePageTitle } from '../../product/use-page-title';
import { useProduct } from '../../product/use-product';
import { Logo } from '../../ui/Logo';
import { LoadError } from '../../ui/Notice';
import { toastError } from '../../ui/toast';
import { useNewTexts } from './new-texts';
import { Phone } from './Phone';
import classes from './PhonePage.module.css';
import { PhoneSwitch } from './PhoneSwitch';
import { useShareCodes } from './share-codes';
import { TEXTS_POLL } from './texts-poll';
import { usePhoneStates } from './use-phone-states';
import { usePhones } from './use-phones';

const NO_TEXTS: SimulatedText[] = [];

/**
 * The page of the phone simulator. It sends SMS to the product from any number, without a carrier
 * (docs/product.md: Simulator).
 */
export function PhonePage() {
  usePageTitle('Phone simulator');
  const { name, phoneNumber, url } = useProduct();
  const states = usePhoneStates();
  const { phones, shown, show, add, query } = usePhones(states.change);
  const texts = trpc.simulator.texts.useQuery({}, TEXTS_POLL).data ?? NO_TEXTS;
  const withNewTexts = useNewTexts(texts, shown?.phone);
  const panel = useId();
  useShareCodes(texts);

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
          <PhoneSwitch
            phones={phones}
            shown={shown}
            withNewTexts={withNewTexts}
            panel={panel}
            onShow={show}
          />
          <AddNumber onAdd={add} />
        </div>
        {query.isError && phones.length === 0 ? (
          <LoadError what="the phones" busy={query.isFetching} onRetry={query.refetch} />
        ) : (
          <div className={classes.phones} id={panel} role="tabpanel" aria-label={shown?.name}>
            {shown ? (
              <Phone
                key={shown.phone}
                {...shown}
                state={states.read(shown.phone)}
                onState={(next) => states.change(shown.phone, next)}
              />
            ) : (
              <Skeleton className={classes.waiting} />
            )}
          </div>
        )}
      </main>
    </div>
  );
}

function AddNumber({ onAdd }: { onAdd: (number: string) => Promise<unknown> }) {
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
