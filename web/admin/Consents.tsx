import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Consent } from '../../src/contract/consent';
import { USER_SEARCH_MAX } from '../../src/contract/limits';
import { trpc } from '../product/trpc';
import { exactTime, shortDate } from '../ui/dates';
import { Card } from './Card';
import { Pages } from './Pages';
import { Person } from './Person';
import costs from './TextCosts.module.css';
import table from './UserTable.module.css';

const PAGE_SIZE = 20;
const TYPING_MS = 250;

/** Since when and how each number agreed to texts, and when it stopped them (docs/product.md: Consent). */
export function Consents() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [page, setPage] = useState(0);
  const { data = [] } = trpc.admin.consents.useQuery(
    { search, limit: PAGE_SIZE + 1, offset: page * PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  return (
    <Card
      title="Consent to texts"
      note="Since when and how the owner of each number agreed."
      actions={
        <TextInput
          type="search"
          aria-label="Search numbers"
          placeholder="Number"
          maxLength={USER_SEARCH_MAX}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(0);
          }}
        />
      }
    >
      {data.length === 0 ? (
        <p>{search ? 'No number found.' : 'Nobody has agreed yet.'}</p>
      ) : (
        <div className={table.frame}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">Number</th>
                <th scope="col">Agreed</th>
                <th scope="col">How</th>
                <th scope="col">Stopped</th>
              </tr>
            </thead>
            <tbody>
              {data.slice(0, PAGE_SIZE).map((consent) => (
                <Row key={consent.phoneNumber} consent={consent} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pages
        page={page}
        size={PAGE_SIZE}
        total={page * PAGE_SIZE + data.length}
        onPage={setPage}
        label="Pages of numbers"
      />
    </Card>
  );
}

function Row({ consent }: { consent: Consent }) {
  const { phoneNumber, displayName, agreedAt, stoppedAt } = consent;
  return (
    <tr>
      <td className={costs.who}>
        <Person displayName={displayName} phoneNumber={phoneNumber} />
      </td>
      <td>{agreedAt && <Time at={agreedAt} />}</td>
      <td>{howOf(consent)}</td>
      <td>{stoppedAt && <Time at={stoppedAt} />}</td>
    </tr>
  );
}

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {shortDate(at)}
  </time>
);

/** Returns how somebody agreed, in words. */
function howOf({ act, words, invitedBy }: Consent): string {
  switch (act) {
    case 'text':
      return 'Their own first text';
    case 'sign-in':
      return 'A text that signed them in';
    case 'code':
      return 'Typed in the code that we texted';
    case 'invite':
      return invitedBy ? `YES to ${invitedBy}` : 'YES to an invitation';
    case 'start':
      return `Texted ${words ?? 'START'}`;
    case 'account':
      return 'Not known';
    case null:
      return 'Never';
  }
}
