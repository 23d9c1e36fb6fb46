import { NativeSelect } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { TextCosts as Costs, MonthOfTexts, PersonCosts } from '../../src/contract/costs';
import { withCommas } from '../../src/contract/counts';
import { trpc } from '../product/trpc';
import { Loaded } from '../ui/Loaded';
import { Card } from './Card';
import { PagedTable, ROWS } from './PagedTable';
import { Person } from './Person';
import { type Column, Table } from './Table';
import table from './Table.module.css';
import classes from './TextCosts.module.css';

export function TextCosts() {
  const costs = trpc.admin.costs.useQuery();
  const { data } = costs;
  const [chosen, setChosen] = useState<string>();
  const month = data?.months.find((one) => one.month === chosen) ?? data?.months[0];
  return (
    <Card
      title="Texts and their cost"
      note={
        data?.budget
          ? budgetNote(data.budget)
          : 'With the prices that the gateway has reported. Months are in UTC.'
      }
      actions={
        month && (
          <NativeSelect
            aria-label="Month"
            value={month.month}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={data?.months.map(({ month }) => month)}
          />
        )
      }
    >
      <Loaded query={costs} what="what texts cost" height={180}>
        {() =>
          month ? (
            <>
              <Table
                caption="By kind"
                columns={KIND_COLUMNS}
                rows={month.kinds}
                keyOf={({ direction, kind }) => direction + kind}
              />
              <ByPerson key={month.month} month={month.month} />
            </>
          ) : (
            <p style={{ marginBlock: '1em' }}>No text has come or gone yet.</p>
          )
        }
      </Loaded>
    </Card>
  );
}

function budgetNote({ ceiling, spent, estimated, currency, reached }: NonNullable<Costs['budget']>): string {
  const used = `${(spent + estimated).toFixed(2)} of ${ceiling.toFixed(2)} ${currency} are used this month`;
  const guess = estimated > 0 ? `, ${estimated.toFixed(2)} of it by estimate` : '';
  return `${used}${guess}.${reached ? ' Only codes are sent until the next month.' : ''}`;
}

const NUMBER = { className: table.number };

const KIND_COLUMNS: Column<MonthOfTexts['kinds'][number]>[] = [
  { title: 'Kind', cell: ({ direction, kind }) => `${direction === 'in' ? 'Received' : 'Sent'}: ${kind}` },
  { title: 'Texts', ...NUMBER, cell: ({ texts }) => withCommas(texts) },
  { title: 'Segments', ...NUMBER, cell: ({ segments }) => withCommas(segments) },
  { title: 'Cost', cell: Cost },
];

const PERSON_COLUMNS: Column<PersonCosts>[] = [
  {
    title: 'Person',
    className: classes.who,
    cell: ({ phoneNumber, displayName }) =>
      phoneNumber ? <Person displayName={displayName} phoneNumber={phoneNumber} /> : 'Deleted accounts',
  },
  { title: 'In', ...NUMBER, cell: ({ textsIn }) => withCommas(textsIn) },
  { title: 'Out', ...NUMBER, cell: ({ texts }) => withCommas(texts) },
  { title: 'Segments', ...NUMBER, cell: ({ segments }) => withCommas(segments) },
  { title: 'Cost', cell: Cost },
];

function ByPerson({ month }: { month: string }) {
  const [page, setPage] = useState(0);
  const people = trpc.admin.costsOfPeople.useQuery(
    { month, limit: ROWS + 1, offset: page * ROWS },
    { placeholderData: keepPreviousData },
  );
  return (
    <PagedTable
      query={people}
      page={page}
      onPage={setPage}
      what="costs of people"
      caption="By person"
      columns={PERSON_COLUMNS}
      keyOf={({ phoneNumber }) => phoneNumber ?? ''}
      empty="Nobody has sent or got a text in this month."
    />
  );
}

type CostProps = { amount: number; currency: string; unpricedSegments: number };

function Cost({ amount, currency, unpricedSegments }: CostProps) {
  if (!currency) return <span className={table.none}>no price yet</span>;
  return (
    <>
      {amount.toFixed(2)} {currency}
      {unpricedSegments > 0 && (
        <span className={table.none}> and {withCommas(unpricedSegments)} segments without a price</span>
      )}
    </>
  );
}
