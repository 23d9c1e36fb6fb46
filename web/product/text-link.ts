import { smsLink } from './sms-link';
import { trpc } from './trpc';
import { useProduct } from './use-product';

/**
 * Returns the attributes of a link that opens a phone's app for texts, and fills in the text `body` and the
 * product's number. If the server uses the phone simulator, the link opens the page of the simulator. That
 * page shows the phone of the person if the profile is in the cache.
 */
export function useTextLink(body: string): { href: string; target?: string } {
  const { phoneNumber, simulatorUrl } = useProduct();
  // read from the cache only, because signed-out people see such links too
  const number = trpc.users.profile.useQuery(undefined, { enabled: false }).data?.phoneNumber;
  if (!simulatorUrl) return { href: smsLink(phoneNumber, body) };
  const search = new URLSearchParams({ ...(number && { number }), ...(body && { text: body }) });
  return { href: `${simulatorUrl}/phone?${search}`, target: 'tagline-phone' };
}
