import { ActionIcon, Skeleton, Tabs, TextInput } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatPhone } from '../../../src/contract/people';
import type { SimulatedText } from '../../../src/contract/simulator';
import { DemoNotice, useVisit } from '../../product/DemoNotice';
import { errorMessage, trpc } from '../../product/trpc';
import { usePageTitle } from '../../product/use-page-title';
import { useProduct } from '../../product/use-product';
import { Logo } from '../../ui/Logo';
import { LoadError } from '../../ui/Notice';
import { toastError } from '../../ui/toast';
import { useShareCodes } from './codes';
import { useNewTexts } from './new-texts';
import { Phone } from './Phone';
import classes from './PhonePage.module.css';
import { TEXTS_POLL } from './texts-poll';
import { usePhones } from './use-phones';

const NO_TEXTS: SimulatedText[] = [];

/** The page of the phone simulator: texts the product from any number (docs/product/lines.md: Simulator). */
export function PhonePage() {
  usePageTitle('Phone simulator');
  const { name, phoneNumber, url, demo } = useProduct();
  const isOver = useVisit()?.endsAt === null;
  const { phones, shown, show, add, query } = usePhones();
  const texts = trpc.simulator.texts.useQuery({}, { ...TEXTS_POLL, enabled: !isOver }).data ?? NO_TEXTS;
  const withNewTexts = useNewTexts(texts, shown);
  useShareCodes(texts);

  return (
    <div className={classes.page} data-ground="sunken">
      <header className={classes.header}>
        <a href={url} className={classes.home} aria-label={`${name}, home`}>
          <Logo name={name} size={28} />
        </a>
        <a href={url} className={classes.home} target="tagline-dashboard">
          Open the dashboard
        </a>
      </header>
      <main className={classes.main}>
        <h1>Phone simulator</h1>
        <p>
          Text <strong>{formatPhone(phoneNumber)}</strong> as you would from a real phone. Nothing leaves this{' '}
          {demo ? 'demo' : 'computer'}.
        </p>
        {demo && <DemoNotice />}
        {isOver ? null : shown ? (
          <Tabs
            variant="pills"
            radius="xl"
            className={classes.tabs}
            value={shown}
            onChange={(phone) => phone && show(phone)}
          >
            <div className={classes.numbers}>
              <Tabs.List aria-label="Test phones">
                {phones.map(({ phone, name }) => (
                  <Tabs.Tab key={phone} value={phone} mih="var(--touch)" title={formatPhone(phone)}>
                    {name || formatPhone(phone)}
                    {withNewTexts.has(phone) && (
                      <i className={classes.dot} role="img" aria-label="new text" />
                    )}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {!demo && <AddNumber onAdd={add} />}
            </div>
            {phones.map((phone) => (
              <Tabs.Panel key={phone.phone} value={phone.phone} className={classes.panel}>
                <Phone {...phone} />
              </Tabs.Panel>
            ))}
          </Tabs>
        ) : query.isError ? (
          <LoadError what="the phones" busy={query.isFetching} onRetry={query.refetch} />
        ) : (
          <Skeleton className={classes.panel} />
        )}
      </main>
    </div>
  );
}

function AddNumber({ onAdd }: { onAdd: (number: string) => Promise<unknown> }) {
  const [number, setNumber] = useState('');
  async function submit(event: FormEvent) {
    event.preventDefault();
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
