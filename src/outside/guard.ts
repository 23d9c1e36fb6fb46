import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { type AllowList, HOST_LABEL } from '../app/config/allow-list';

/** Users do not read the reason: they learn only that there is no preview. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

const ADDRESS_LENGTH_MAX = 2048;
const HOST_LENGTH_MAX = 253;
// Matches host names of local networks, and reserved names that are never public (RFC 6761, 6762, 7686, 8375,
// 9476).
const LOCAL_NAME = /(^|\.)(local|localhost|internal|intranet|lan|home|corp|private|arpa|onion|alt|invalid)$/;

/** The IPv6 addresses of public web sites are in these blocks. */
const ALLOCATED_IPV6 = `
  2001:200::/23 2001:400::/22 2001:800::/21 2001:1200::/23 2001:1400::/22 2001:1800::/21 2001:2000::/19
  2001:4000::/21 2001:4800::/22 2001:4c00::/23 2001:5000::/20 2001:8000::/19 2001:a000::/20 2001:b000::/20
  2003::/18 2400::/11 2600::/12 2610::/23 2620::/23 2630::/12 2800::/12 2a00::/11 2c00::/12`
  .trim()
  .split(/\s+/)
  .map((range) => ipaddr.IPv6.parseCIDR(range));
/** NAT64 (RFC 6052): the last four bytes are the IPv4 address to which a connection really goes. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
// Address at which every virtual machine in Azure reaches its host machine. The address counts as private
// here, although it is in a public range.
const AZURE_HOST = '168.63.129.16';

/** `checkAddress` later checks the IP addresses of the host. */
export function parseAddress(address: string, allowed: AllowList): URL {
  if (address.length > ADDRESS_LENGTH_MAX) throw new AddressRefused('too long');
  if (!URL.canParse(address)) throw new AddressRefused('not an address');
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AddressRefused(`scheme ${url.protocol}`);
  if (url.username || url.password) throw new AddressRefused('a user name in it');
  const host = hostOf(url);
  if (!isIP(host) && !allowed.hosts.has(host) && !isPublicName(host))
    throw new AddressRefused(`host ${host}`);
  url.hash = '';
  return url;
}

export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/**
 * The request may go there if the operator allows the host or the IP address. Otherwise the IP address must
 * be public and not this machine's, and the port must be one of `ports`.
 */
export function checkAddress(url: URL, ip: string, allowed: AllowList, ports: readonly number[]): void {
  // accept only the plain form: programs read 010.8.8.8 differently, and a zone (`%eth0`) picks a network
  // interface
  if (!isIP(ip) || ip.includes('%')) throw new AddressRefused(`resolved to ${ip}`);
  if (isAllowed(url, ip, allowed)) return;
  const address = ipaddr.parse(ip);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!ports.includes(port)) throw new AddressRefused(`port ${port}`);
  if (!isPublic(address)) throw new AddressRefused(`${ip} is not public`);
  if (isOwnAddress(address)) throw new AddressRefused(`${ip} is this machine`);
}

export function isAllowed(url: URL, ip: string, { hosts, ranges }: AllowList): boolean {
  if (hosts.has(hostOf(url))) return true;
  const address = ipaddr.parse(ip);
  return ranges.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits));
}

/** An address that is not known to be public counts as private. */
export function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv4)
    return address.range() === 'unicast' && address.toString() !== AZURE_HOST;
  if (address.match(NAT64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.range() === 'unicast' && ALLOCATED_IPV6.some((range) => address.match(range));
}

function isPublicName(host: string): boolean {
  const labels = host.split('.');
  return (
    host.length <= HOST_LENGTH_MAX &&
    labels.length > 1 &&
    labels.every((label) => HOST_LABEL.test(label)) &&
    !LOCAL_NAME.test(host)
  );
}

// Even the public address of this machine must not be fetched: requests from the machine itself would reach ports that a
// firewall closes to others.
function isOwnAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const ip = address.toString();
  return Object.values(networkInterfaces())
    .flat()
    .some((own) => own && ipaddr.isValid(own.address) && ipaddr.parse(own.address).toString() === ip);
}
