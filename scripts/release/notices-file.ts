import { join } from 'node:path';
import { ROOT } from '../setup';

export const NOTICES = join(ROOT, 'dist/THIRD-PARTY-NOTICES');
/** The build of the web app writes it: paths of the modules of packages that are in it. */
export const WEB_MODULES = join(ROOT, 'dist/modules-of-web.json');
