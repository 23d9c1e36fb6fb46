import { CODE_LENGTH } from '../../../src/contract/limits';

const CODE = new RegExp(`(?<![\\d#+])\\d{${CODE_LENGTH}}(?!\\d)`);
/** Last line of every SMS with a login code, such as `@host #123456`. */
const HOST_LINE = /(?:^|\n)@\S+ #\d+\s*$/;

/**
 * Returns the login code in an SMS of the product, or undefined if the SMS has none (docs/product.md:
 * Verification codes).
 */
export function findLoginCode(body: string): string | undefined {
  return HOST_LINE.test(body) ? CODE.exec(body)?.[0] : undefined;
}
