import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { mailAddress, renewMailAddress } from '../../boards/mail-addresses';
import type { SimulatedMailInput } from '../../contract/simulator';
import { type Done, succeeded } from '../../contract/text';
import { findUserByPhone, parsePhone } from '../../people/users';
import { deliverMail } from './delivery';

const SIMULATED = { address: null, userAgent: null, cookie: null };

/** A mail of the phone's owner to their secret address, which is made with the first one. */
export async function sendSimulatedMail(
  app: App,
  { phone, subject, body }: SimulatedMailInput,
): Promise<Done> {
  const user = findUserByPhone(app, parsePhone(app, phone));
  if (!user)
    throw new VisibleError('sender_without_account', 'This number has no account yet: text something first.');
  const to = mailAddress(app, user, null) ?? renewMailAddress(app, user, null, SIMULATED)!;
  const sender = user.mailAddress ?? 'me@phone.example';
  const mail = [
    `From: <${sender}>`,
    `To: <${to}>`,
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    `Date: ${new Date(app.now()).toUTCString()}`,
    `Message-ID: <${crypto.randomUUID()}@phone.example>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
  ];
  const bytes = new Uint8Array(Buffer.from(mail.join('\r\n')));
  const answer = await deliverMail(app, bytes, { recipients: [to], sender, ip: '', helo: '' });
  if (answer) throw new VisibleError('mail_refused', 'This mail was refused.');
  return succeeded('The mail has arrived.');
}
