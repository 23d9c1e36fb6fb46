import { resolve } from 'node:path';
import { isDamage } from '../../../db/search-tables';
import type { App } from '../../app/app';
import { countOf } from '../../contract/counts';
import { bad, type Finding, good } from '../../contract/health';
import { readDkimKey } from '../../outside/mail/dkim';
import { examineDns } from '../../outside/mail/dns-records';
import { examineProvider } from '../../outside/oidc/provider';
import { lookAtBackups } from '../backup/schedule';
import { checkClock } from './clock';
import { checkCopies, examineCopies } from './copies';
import { checkDatabase } from './database';
import { checkDataFolder, checkDisk, checkMedia, isDiskNearlyFull } from './disk';
import { tryDisk } from './disk-trial';
import { checkLine } from './line';
import { checkSwitch } from './line-switch';
import { checkMails } from './mails';
import { checkMailsIn } from './mails-in';
import { checkMediaPlace, examineMediaPlace } from './media-place';
import { checkOwner, examineOwner } from './owner';
import { checkPushes } from './pushes';
import { checkReaders } from './readers';
import { checkGateway, checkTexts } from './texts';
import { checkBackup, checkChores, checkEmbeddings, checkFaults, checkPhotoWords, checkSearch } from './work';

type Depth = { thorough: boolean };

const CHECKS: Record<string, (app: App, depth: Depth) => Finding | Finding[]> = {
  Demo: (app) => checkDemo(app),
  Line: checkLine,
  'Switch of the line': checkSwitch,
  Texts: checkTexts,
  Pushes: checkPushes,
  'Notes by mail': checkMailsIn,
  Mails: checkMails,
  Database: (app, { thorough }) => checkDatabase(app, { everyPage: thorough }),
  Disk: checkDisk,
  Photos: checkMedia,
  'Photos in S3': checkMediaPlace,
  'Data folder': checkDataFolder,
  Clock: checkClock,
  'Last backup': checkBackup,
  Owner: (app, { thorough }) => (thorough ? [] : checkOwner(app)),
  Copies: (app, { thorough }) => (thorough ? [] : checkCopies(app)),
  Readers: checkReaders,
  'Background work': checkChores,
  Faults: checkFaults,
  'Search index': (app, { thorough }) => checkSearch(app, { everyPage: thorough }),
  Embeddings: checkEmbeddings,
  'Words in photos': checkPhotoWords,
};

/** A demo has none of these, and nothing to advise. */
const NOT_IN_DEMO = ['Last backup', 'Embeddings', 'Words in photos'];

const checkDemo = ({ config: { demo } }: App): Finding[] =>
  demo
    ? [
        good('Demo', 'Everybody may try this server for an hour. Nothing leaves it, and nothing is kept.', {
          value: `at most ${countOf(demo.visitors, 'visitor')}`,
        }),
      ]
    : [];

export const checkHealth = (app: App): Finding[] => [
  checkGateway(app),
  ...runChecks(app, { thorough: false }),
];

export async function examine(app: App, { fix = false } = {}): Promise<Finding[]> {
  const { sms } = app;
  await Promise.all([tryDisk(app), lookAtBackups(app), examineMediaPlace(app)]);
  // the gateway is asked first, because `checkClock` needs the time in the gateway's answers
  const gateway = await (fix && sms.repair ? sms.repair() : sms.examine());
  return [
    ...gateway,
    ...(await examineMail(app)),
    ...(await examineProvider(app)),
    ...runChecks(app, { thorough: true }),
    ...(await examineOwner(app)),
    ...(await examineCopies(app)),
  ];
}

/** Signs in at the server that takes our mails, and sends none. `nameServers` are those of tests. */
export async function examineMail(app: App, nameServers?: string[]): Promise<Finding[]> {
  const { mail, dataDir } = app.config;
  if (!mail) return [];
  const key = readDkimKey(resolve(dataDir), mail.domain);
  const host = new URL(app.publicUrl).hostname;
  const servers = nameServers ?? mail.dnsServers;
  const dns = [...(await examineMailbox(mail.imap)), ...(await examineDns(mail, { key, host, servers }))];
  if (!mail.send) return dns;
  try {
    (await app.mailer!.open()).close();
    return [good('Mail server', 'It takes mails.', { value: app.mailer!.label }), ...dns];
  } catch (error) {
    return [
      bad('Mail server', `It takes no mails: ${(error as Error).message}`, { value: app.mailer!.label }),
      ...dns,
    ];
  }
}

async function examineMailbox(url: URL | null): Promise<Finding[]> {
  if (!url) return [];
  const { tryMailbox } = await import('../../outside/mail/imap');
  const error = await tryMailbox(url);
  return [
    error === null
      ? good('Mailbox', 'It can be read.', { value: url.hostname })
      : bad('Mailbox', `It cannot be read: ${error} Check MAIL_IMAP.`, { value: url.hostname }),
  ];
}

/** Needs `tryDisk`. Anybody may ask this, so the check is cheap and the finding names no path. */
export function findUnready(app: App): Finding | null {
  if (app.stopping) return bad('Server', 'It stops. Ask again when it has started.');
  const found = [checkDatabase(app), ...(isDiskNearlyFull(app) ? [checkDisk(app)] : [])];
  return found.find(({ state }) => state === 'bad') ?? null;
}

/** If a check throws, the error becomes a bad finding, so that the other findings are still reported. */
const runChecks = (app: App, depth: Depth): Finding[] =>
  Object.entries(CHECKS).flatMap(([about, check]) => {
    if (app.config.demo && NOT_IN_DEMO.includes(about)) return [];
    try {
      return check(app, depth);
    } catch (error) {
      if (isDamage(error)) return bad(about, 'This could not be checked, because the database is damaged.');
      app.faults.report(error, 'a health check failed', { about });
      return bad(about, 'This could not be checked. The log says why.');
    }
  });
