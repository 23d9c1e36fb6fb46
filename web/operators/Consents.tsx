import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Consent } from '../../src/contract/consent';
import { trpc } from '../product/trpc';
import { Day } from '../ui/times';
import { Card } from './Card';
import { PagedTable, ROWS } from './PagedTable';
import { Person } from './Person';
import { SearchField } from './SearchField';
import costs from './TextCosts.module.css';

const COLUMNS = ['Number', 'Agreed', 'How', 'Stopped'].map((title) => ({ title }));

export function Consents() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const consents = trpc.admin.consents.useQuery(
    { search, limit: ROWS + 1, offset: page * ROWS },
    { placeholderData: keepPreviousData },
  );
  return (
    <Card
      title="Consent to texts"
      note="Since when and how the owner of each number agreed."
      actions={
        <SearchField
          aria-label="Search numbers"
          placeholder="Number"
          onSearch={(search) => {
            setSearch(search);
            setPage(0);
          }}
        />
      }
    >
      <PagedTable
        query={consents}
        page={page}
        onPage={setPage}
        what="numbers"
        columns={COLUMNS}
        empty={search ? 'No number found.' : 'Nobody has agreed yet.'}
      >
        {(consent) => <Row key={consent.phoneNumber} consent={consent} />}
      </PagedTable>
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
      <td>{agreedAt && <Day at={agreedAt} />}</td>
      <td>{howOf(consent)}</td>
      <td>{stoppedAt && <Day at={stoppedAt} />}</td>
    </tr>
  );
}

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
