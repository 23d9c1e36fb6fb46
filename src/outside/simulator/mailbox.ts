import { type Db, prepared } from '../../../db/open';
import type { simulatorMails } from '../../../db/schema';
import type { Mailer } from '../../app/mailer';
import { toDataUrl } from '../data-url';

export type SimulatorMail = typeof simulatorMails.$inferSelect;

const LISTED = 50;

/** Delivers into the mailboxes of the simulated phones: nothing leaves this machine. */
export const simulatorMailer = (db: Db, now: () => number): Mailer => ({
  label: 'mailboxes of the phone simulator',
  async open() {
    return {
      async send({ phone, to, subject, text, html, pictures }, onHandOver) {
        const shown = await Promise.all(
          pictures.map(async ({ cid, path }) => {
            const base64 = (await Bun.file(path).bytes()).toBase64();
            return [`cid:${cid}`, toDataUrl({ base64, type: 'image/jpeg' })] as const;
          }),
        );
        await onHandOver();
        const whole = shown.reduce((page, [cid, url]) => page.replaceAll(cid, url), html);
        const mail = { phone, address: to, subject, words: text, html: whole, createdAt: now() };
        statements(db).insert.run(mail);
      },
      close() {},
    };
  },
});

export const latestMails = (db: Db, phone: string): SimulatorMail[] =>
  statements(db).list.all({ phone, limit: LISTED });

export const findMail = (db: Db, id: number): Pick<SimulatorMail, 'html'> | null =>
  statements(db).find.get({ id });

const statements = prepared(({ $client }) => ({
  insert: $client.prepare<unknown, Omit<SimulatorMail, 'id'>>(`
    insert into simulator_mails (phone, address, subject, words, html, created_at)
    values ($phone, $address, $subject, $words, $html, $createdAt)`),
  find: $client.prepare<Pick<SimulatorMail, 'html'>, { id: number }>(
    'select html from simulator_mails where id = $id',
  ),
  list: $client.prepare<SimulatorMail, { phone: string; limit: number }>(`
    select id, phone, address, subject, words, html, created_at as createdAt from simulator_mails
     where phone = $phone order by id desc limit +$limit`),
}));
