import { readConfig } from '../../../src/app/config/config';
import { sendHooks } from '../../../src/messages/hooks/sending';
import { createApp } from '../../../src/start/create-app';

/** Sends what is due, in a process that a test kills. */
await sendHooks(createApp(readConfig(process.env)));
process.exit(0);
