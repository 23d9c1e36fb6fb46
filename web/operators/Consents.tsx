import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { Consent } from '../../src/contract/consent';
import { trpc } from '../product/trpc';
import { Day } from '../ui/times';
import { Card } from './Card';
import { PagedTable, ROWS } from './PagedTable';
import { Person } from './Person';
import { SearchField } from './SearchField';
import type { Column } from './Table';
import costs from './TextCosts.module.css';

const COLUMNS: Column<Consent>[] = [
  { title: 'Number', className: costs.who, cell: Person },
  { title: 'Agreed', cell: ({ agreedAt }) => agreedAt && <Day at={agreedAt} /> },
  { title: 'How', cell: howOf },
  { title: 'Stopped', cell: ({ stoppedAt }) => stoppedAt && <Day at={stoppedAt} /> },
];

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
        keyOf={({ phoneNumber }) => phoneNumber}
        empty={search ? 'No number found.' : 'Nobody has agreed yet.'}
      />
    </Card>
  );
}

const HOW = {
  text: 'Their own first text',
  'sign-in': 'A text that signed them in',
  code: 'Typed in the code that we texted',
  account: 'Not known',
};

function howOf({ act, words, invitedBy }: Consent): string {
  if (act === 'invite') return invitedBy ? `YES to ${invitedBy}` : 'YES to an invitation';
  if (act === 'start') return `Texted ${words ?? 'START'}`;
  return act ? HOW[act] : 'Never';
}
