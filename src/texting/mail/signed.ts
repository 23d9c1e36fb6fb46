import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { ParsedMail } from '../../outside/mail/parsed-mail';
import type { Recipient, Taken } from './taken';

type Signed = Extract<Recipient, { local: string }>;

/** Addresses of replies and bounces are signed; none is given out yet. */
export const findSigned = (_app: App, _local: string): Signed | null => null;

/** Called in the transaction that stores the mail's key. Null refuses the mail. */
export const receiveSigned = (_app: App, _recipient: Signed, _mail: ParsedMail): Taken | null => null;

/** The person whose confirmed address this is. */
export const findUserByMail = (_app: App, _address: string): User | null => null;
