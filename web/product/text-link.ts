import { trpc } from './trpc';
import { useProduct } from './use-product';

/** iPhones read the body after &, other phones after ?. */
export const smsLink = (number: string, body: string) => `sms:${number}?&body=${encodeURIComponent(body)}`;

export function useTextLink(body: string): { href: string; target?: string } {
  const { phoneNumber, simulatorUrl } = useProduct();
  // read from the cache only, because signed-out people see such links too
  const number = trpc.users.profile.useQuery(undefined, { enabled: false }).data?.phoneNumber;
  if (!simulatorUrl) return { href: smsLink(phoneNumber, body) };
  const search = new URLSearchParams({ ...(number && { number }), ...(body && { text: body }) });
  return { href: `${simulatorUrl}/phone?${search}`, target: 'tagline-phone' };
}
