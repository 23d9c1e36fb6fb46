import { smsLink } from './sms-link';
import { trpc } from './trpc';
import { useProduct } from './use-product';

export function useTextLink(body: string): { href: string; target?: string } {
  const { phoneNumber, simulatorUrl } = useProduct();
  // read from the cache only, because signed-out people see such links too
  const number = trpc.users.profile.useQuery(undefined, { enabled: false }).data?.phoneNumber;
  if (!simulatorUrl) return { href: smsLink(phoneNumber, body) };
  const search = new URLSearchParams({ ...(number && { number }), ...(body && { text: body }) });
  return { href: `${simulatorUrl}/phone?${search}`, target: 'tagline-phone' };
}
