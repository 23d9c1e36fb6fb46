import { NativeSelect } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { TextCosts as Costs, MonthOfTexts } from '../../src/contract/costs';
import { trpc } from '../product/trpc';
import { Loaded } from '../ui/Loaded';
import { Card } from './Card';
import { PagedTable, ROWS } from './PagedTable';
import { Person } from './Person';
import { type Column, Table } from './Table';
import classes from './TextCosts.module.css';
import table from './UserTable.module.css';

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
              <ByKind month={month} />
              <ByPerson key={month.month} month={month.month} />
            </>
          ) : (
            <p>No text has come or gone yet.</p>
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

const LABELS: Record<string, string> = { in: 'Received', out: 'Sent' };

const TEXTS: Column = { title: 'Texts', isNumber: true };
const SEGMENTS: Column = { title: 'Segments', isNumber: true };
const COST: Column = { title: 'Cost' };

function ByKind({ month: { kinds } }: { month: MonthOfTexts }) {
  return (
    <Table caption="By kind" columns={[{ title: 'Kind' }, TEXTS, SEGMENTS, COST]}>
      {kinds.map((sums) => (
        <tr key={sums.direction + sums.kind}>
          <td>
            {LABELS[sums.direction]}: {sums.kind}
          </td>
          <Count of={sums.texts} />
          <Count of={sums.segments} />
          <Cost {...sums} />
        </tr>
      ))}
    </Table>
  );
}

const PERSON_COLUMNS: Column[] = [
  { title: 'Person' },
  { title: 'In', isNumber: true },
  { title: 'Out', isNumber: true },
  SEGMENTS,
  COST,
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
      empty="Nobody has sent or got a text in this month."
    >
      {({ phoneNumber, displayName, textsIn, ...sums }) => (
        <tr key={phoneNumber ?? ''}>
          <td className={classes.who}>
            {phoneNumber ? (
              <Person displayName={displayName} phoneNumber={phoneNumber} />
            ) : (
              'Deleted accounts'
            )}
          </td>
          <Count of={textsIn} />
          <Count of={sums.texts} />
          <Count of={sums.segments} />
          <Cost {...sums} />
        </tr>
      )}
    </PagedTable>
  );
}

const Count = ({ of }: { of: number }) => <td className={table.number}>{of.toLocaleString('en-US')}</td>;

type CostProps = { amount: number; currency: string; unpricedSegments: number };

function Cost({ amount, currency, unpricedSegments }: CostProps) {
  if (!currency)
    return (
      <td>
        <span className={table.none}>no price yet</span>
      </td>
    );
  return (
    <td>
      {amount.toFixed(2)} {currency}
      {unpricedSegments > 0 && (
        <span className={table.none}>
          {' '}
          and {unpricedSegments.toLocaleString('en-US')} segments without a price
        </span>
      )}
    </td>
  );
}
