import { createCage } from '../../src/outside/cage/cage';
import { png } from '../support/pictures';

const picture = png(8_000, 2_000);

/** Keeps a cage busy until it is killed. */
const cage = createCage('pictures', { megabytes: 700, cpuMs: 60_000, wallMs: 120_000 }, { idleMs: 60_000 });
for (;;) await cage.ask({ act: 'clean', type: 'image/png', bytes: picture });
