import { MIGRATIONS } from '../../db/migrate';
import { MADE_UP } from '../../tests/support/made-up-migration';

// preloaded by a program that is to upgrade a database
MIGRATIONS.push(MADE_UP);
