import type { Bundle } from '../bundle';
import { type Row, readRows } from './tables';
import { toWall } from './whatsapp-times';

// `05/06/2024` may be in May or in June: all dates of the column decide together.

type Order = 'day' | 'month';
type Days = { order: Order; isGuess: boolean };

const TIME_COLUMN = /date|time|creat|added|saved|updated|modified|_at$/;
const DATE =
  /^(?<date>(?<first>\d{1,2})[./-]\s?(?<second>\d{1,2})[./-]\s?(?:\d{4}|\d\d))(?:,?\s+(?<time>\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?))?$/i;

/** Writes such dates like 2024-06-05. If the whole column leaves it open, the country of the phone decides. */
export async function* readDatedRows(
  bundle: Bundle,
  path: string,
  phone: string | null,
): AsyncGenerator<Row> {
  let columns: Map<string, Days> | null = null; // found only if needed, because it reads the table once more
  const told = new Set<string>();
  for await (const { number, cells } of readRows(bundle, path)) {
    let remark: string | undefined;
    for (const [column, written] of datesIn(cells)) {
      columns ??= await findDays(bundle, path, phone);
      const days = columns.get(column);
      const { date = '', time = '00:00' } = DATE.exec(written)?.groups ?? {};
      const wall = days && toWall(date, time, days.order);
      if (!wall) continue;
      cells[column] = `${wall}Z`;
      if (!days.isGuess || told.has(column)) continue;
      told.add(column);
      remark = `No date in the column "${column.slice(0, 60)}" shows which number is the day: ${date} was read as ${wall.slice(0, 10)}.`;
    }
    yield { number, cells, ...(remark !== undefined && { remark }) };
  }
}

function* datesIn(cells: Row['cells']): Generator<[column: string, written: string]> {
  for (const [column, cell] of Object.entries(cells))
    if (TIME_COLUMN.test(column) && typeof cell === 'string' && cell.length < 40) {
      const written = cell.trim();
      if (DATE.test(written)) yield [column, written];
    }
}

async function findDays(bundle: Bundle, path: string, phone: string | null): Promise<Map<string, Days>> {
  const seen = new Map<string, Set<Order | 'dots' | 'other'>>();
  try {
    for await (const { cells } of readRows(bundle, path))
      for (const [column, written] of datesIn(cells)) {
        const signs = seen.get(column) ?? new Set();
        seen.set(column, signs);
        const { first, second } = DATE.exec(written)?.groups ?? {};
        if (Number(first) > 12) signs.add('day');
        if (Number(second) > 12) signs.add('month');
        signs.add(written.includes('/') || written.includes('-') ? 'other' : 'dots');
      }
  } catch {} // a damaged table is reported when it is read
  const decided = new Map<string, Days>();
  for (const [column, signs] of seen) {
    if (signs.has('day') && signs.has('month')) continue; // its dates are named as unreadable
    const isKnown = signs.has('day') || signs.has('month');
    // no country writes the month first with dots
    const isMonth = isKnown ? signs.has('month') : signs.has('other') && (phone?.startsWith('+1') ?? false);
    decided.set(column, { order: isMonth ? 'month' : 'day', isGuess: !isKnown && signs.has('other') });
  }
  return decided;
}
