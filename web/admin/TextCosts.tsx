import { NativeSelect, Skeleton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { TextCosts as Costs, MonthOfTexts } from '../../src/contract/costs';
import { trpc } from '../product/trpc';
import { LoadError } from '../ui/Notice';
import { Card } from './Card';
import { Pages } from './Pages';
import { Person } from './Person';
import classes from './TextCosts.module.css';
import table from './UserTable.module.css';

const PAGE_SIZE = 20;

/** What the texts of a month have cost, by kind and by person (docs/product.md: Cost of texts). */
export function TextCosts() {
  const { data, isError, isFetching, refetch } = trpc.admin.costs.useQuery();
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
      {month ? (
        <>
          <ByKind month={month} />
          <ByPerson key={month.month} month={month.month} />
        </>
      ) : data ? (
        <p>No text has come or gone yet.</p>
      ) : isError ? (
        <LoadError what="what texts cost" busy={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={180} radius="md" />
      )}
    </Card>
  );
}

function budgetNote({ ceiling, spent, estimated, currency, reached }: NonNullable<Costs['budget']>): string {
  const used = `${(spent + estimated).toFixed(2)} of ${ceiling.toFixed(2)} ${currency} are used this month`;
  const guess = estimated > 0 ? `, ${estimated.toFixed(2)} of it by estimate` : '';
  return `${used}${guess}.${reached ? ' Only codes are sent until the next month.' : ''}`;
}

const LABELS: Record<string, string> = { in: 'Received', out: 'Sent' };

function ByKind({ month: { kinds } }: { month: MonthOfTexts }) {
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <caption className={classes.caption}>By kind</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col" className={table.number}>
              Texts
            </th>
            <th scope="col" className={table.number}>
              Segments
            </th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((sums) => (
            <tr key={sums.direction + sums.kind}>
              <td>
                {LABELS[sums.direction]}: {sums.kind}
              </td>
              <td className={table.number}>{sums.texts.toLocaleString('en-US')}</td>
              <td className={table.number}>{sums.segments.toLocaleString('en-US')}</td>
              <td>
                <Cost {...sums} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CostProps = { amount: number; currency: string; unpricedSegments: number };

/** Shows a sum of money. Segments without a price yet are named, because the sum grows by them. */
function Cost({ amount, currency, unpricedSegments }: CostProps) {
  if (!currency) return <span className={table.none}>no price yet</span>;
  return (
    <>
      {amount.toFixed(2)} {currency}
      {unpricedSegments > 0 && (
        <span className={table.none}>
          {' '}
          and {unpricedSegments.toLocaleString('en-US')} segments without a price
        </span>
      )}
    </>
  );
}

function ByPerson({ month }: { month: string }) {
  const [page, setPage] = useState(0);
  const { data = [] } = trpc.admin.costsOfPeople.useQuery(
    { month, limit: PAGE_SIZE + 1, offset: page * PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const shown = data.slice(0, PAGE_SIZE);
  return (
    <>
      <div className={table.frame}>
        <table className={table.table}>
          <caption className={classes.caption}>By person</caption>
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col" className={table.number}>
                In
              </th>
              <th scope="col" className={table.number}>
                Out
              </th>
              <th scope="col" className={table.number}>
                Segments
              </th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ phoneNumber, displayName, textsIn, ...sums }) => (
              <tr key={phoneNumber ?? ''}>
                <td className={classes.who}>
                  {phoneNumber ? (
                    <Person displayName={displayName} phoneNumber={phoneNumber} />
                  ) : (
                    'Deleted accounts'
                  )}
                </td>
                <td className={table.number}>{textsIn.toLocaleString('en-US')}</td>
                <td className={table.number}>{sums.texts.toLocaleString('en-US')}</td>
                <td className={table.number}>{sums.segments.toLocaleString('en-US')}</td>
                <td>
                  <Cost {...sums} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pages
        page={page}
        size={PAGE_SIZE}
        total={page * PAGE_SIZE + data.length}
        onPage={setPage}
        label="Pages of costs"
      />
    </>
  );
}
