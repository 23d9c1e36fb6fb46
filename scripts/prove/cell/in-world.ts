import { netOfSpaces } from './net';
import { proveCell } from './prove-cell';

const [prefix = '', quick] = process.argv.slice(2);
await proveCell((...check) => process.send!(check), quick === 'true', netOfSpaces(prefix));
await Bun.sleep(500); // what was sent goes out
process.exit(0);
