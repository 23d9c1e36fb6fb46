import type { App } from '../../app/app';
import type { OutgoingMail } from '../../app/mailer';
import type { MailWords } from '../../contract/mail';
import { fromAddress, messageIdOf, signedAddress, stopPath } from '../../outbox/mail';
import { findUserByPhone } from '../../people/users';
import { type MailPage, toHtml, toPlain } from './page';
import { readPosts } from './posts';

export type MailRow = { id: number; phone: string; mail: MailWords };

/** Null if its reader or everything that it would show is gone. */
export async function compose(app: App, { id, phone, mail }: MailRow): Promise<OutgoingMail | null> {
  const {
    to,
    subject,
    words,
    posts: ids = [],
    path,
    replyTo,
    inReplyTo,
    isAsked = false,
    isNumbered = false,
  } = mail;
  const user = findUserByPhone(app, phone);
  const posts = user ? await readPosts(app, user, ids) : [];
  if (!user || (ids.length > 0 && posts.length === 0)) return null;
  const { productName: product } = app.config;
  const reply = replyTo === undefined ? null : signedAddress(app, 're', replyTo, user.id);
  const stop = isAsked ? null : `${app.publicUrl}${stopPath(app, user.id, to)}`;
  const tag = posts[0]?.tag;
  const page: MailPage = {
    product,
    words,
    posts,
    isNumbered,
    link: path === undefined ? null : { url: app.publicUrl + path, label: `Open in ${product}` },
    footer: [
      ...(reply && tag ? [`Reply to this mail to answer on #${tag}.`] : []),
      ...(isAsked ? [] : [`${product} sends you this by mail instead of by text.`]),
    ],
    stop,
  };
  const from = fromAddress(app);
  return {
    messageId: messageIdOf(app, id),
    envelopeFrom: signedAddress(app, 'bounce', id) ?? from,
    from: { name: product, address: from },
    to,
    phone,
    subject: subject.replace(/\s+/g, ' '),
    text: toPlain(page),
    html: toHtml(page),
    pictures: posts.flatMap(({ pictures }) => pictures),
    ...(reply && { replyTo: reply }),
    ...(inReplyTo && { inReplyTo }),
    headers: {
      // RFC 3834: so that no program answers
      'Auto-Submitted': inReplyTo ? 'auto-replied' : 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(stop && { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  };
}
