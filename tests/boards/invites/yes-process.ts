import { transaction } from '../../../db/open';
import { readConfig } from '../../../src/app/config/config';
import { createApp } from '../../../src/start/create-app';
import { receiveText } from '../../../src/texting/inbound';

// If KILL is `before`, dies before the commit, else between the commit and the answer.
const app = createApp(readConfig(process.env));
transaction(app.db, () => {
  receiveText(app, JSON.parse(process.env.TEXT!));
  if (process.env.KILL === 'before') process.kill(process.pid, 'SIGKILL');
});
process.kill(process.pid, 'SIGKILL');
