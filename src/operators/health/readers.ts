import type { App } from '../../app/app';
import { readersOf, readersWanted } from '../../app/readers';
import { countOf } from '../../contract/counts';
import { bad, type Finding, good, notice } from '../../contract/health';

const NAME = 'Readers';

export function checkReaders(app: App): Finding[] {
  const { list } = readersOf(app);
  if (list.length === 0) {
    const isIdle = app.config.readers > 0 && readersWanted(app.config) === 0;
    return isIdle ? [notice(NAME, 'READERS does nothing on this system: it needs Linux.')] : [];
  }
  const down = list.filter(({ isUp }) => !isUp);
  const value = `${list.length - down.length} of ${countOf(list.length, 'reader')}`;
  const first = down.find(({ problem }) => problem !== null) ?? down[0];
  if (first)
    return [
      first.problem === null
        ? notice(NAME, 'They are starting.', { value })
        : bad(
            NAME,
            `Reader ${first.number} is not there. ${first.problem} It is started again by itself; meanwhile the others answer.`,
            { value },
          ),
    ];
  const again = list.reduce((sum, { starts }) => sum + starts, 0) - list.length;
  return [
    again > 0
      ? notice(NAME, `They were started again ${countOf(again, 'time')}. The log says why.`, { value })
      : good(NAME, 'They answer what only reads.', { value }),
  ];
}
