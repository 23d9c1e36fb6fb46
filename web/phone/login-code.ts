import { CODE_LENGTH } from '../../src/contract/limits';

const CODE = new RegExp(`(?<![\\d#+])\\d{${CODE_LENGTH}}(?!\\d)`);

/** The login code in a text of ours: its last line says for which host the code is, as browsers want it (design 7). */
export function findLoginCode(body: string): string | undefined {
  return /(?:^|\n)@\S+ #\d+\s*$/.test(body) ? CODE.exec(body)?.[0] : undefined;
}
