import type { Message } from '../cage/frames';
import { parseMail } from './parsing';

/** What the process that reads mails is asked. */
export const readMail = async (request: Message): Promise<Message> =>
  request.act === 'prove' ? (await import('./authentication')).proveAuthor(request) : parseMail(request);
