import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** An address that we do not call. The reason is for the log; people learn only that there is no preview. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/** What PREVIEW_ALLOW opens: names of hosts, and ranges of addresses, on any port. */
export type AllowList = { hosts: Set<string>; ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] };

const ADDRESS_MAX = 2048;
const HOST_MAX = 253;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Names of one's own network, or of none (RFC 6761, 6762, 7686, 8375, 9476). */
const INSIDE = /(^|\.)(local|localhost|internal|intranet|lan|home|corp|private|arpa|onion|alt|invalid)$/;

/**
 * All of IPv6 that has been given to the regional registries (IANA, "IPv6 Global Unicast Address Assignments");
 * what is not given to anybody is nobody's web site.
 */
const GIVEN_OUT = `
  2001:200::/23 2001:400::/22 2001:800::/21 2001:1200::/23 2001:1400::/22 2001:1800::/21 2001:2000::/19
  2001:4000::/21 2001:4800::/22 2001:4c00::/23 2001:5000::/20 2001:8000::/19 2001:a000::/20 2001:b000::/20
  2003::/18 2400::/11 2600::/12 2610::/23 2620::/23 2630::/12 2800::/12 2a00::/11 2c00::/12`
  .trim()
  .split(/\s+/)
  .map((range) => ipaddr.IPv6.parseCIDR(range));
/** NAT64 (RFC 6052): the last four bytes are the address that is really called. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Azure's host answers here, in the middle of public space. */
const AZURE_HOST = '168.63.129.16';

/** Reads PREVIEW_ALLOW's entries. Throws on one that is neither a host name, an address nor a range. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const allowed: AllowList = { hosts: new Set(), ranges: [] };
  for (const entry of entries) {
    if (ipaddr.isValidCIDR(entry)) allowed.ranges.push(ipaddr.parseCIDR(entry));
    else if (isIP(entry)) allowed.ranges.push([ipaddr.parse(entry), isIP(entry) === 4 ? 32 : 128]);
    else if (entry.split('.').every((label) => LABEL.test(label.toLowerCase())))
      allowed.hosts.add(entry.toLowerCase());
    else throw new Error(`${entry} is neither a host name nor an address range`);
  }
  return allowed;
}

/**
 * Reads an address that a person gave and refuses what can be told from it alone: other schemes, a password, a
 * name that is not one of the public web. Whom its name stands for is for `judge`.
 */
export function parseAddress(address: string, allowed: AllowList): URL {
  if (address.length > ADDRESS_MAX) throw new AddressRefused('too long');
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

/** The host without brackets and without the dot that ends an absolute name. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Throws unless this IP address may be called for this URL: public on a web port, or allowed by the operator. */
export function checkAddress(url: URL, ip: string, allowed: AllowList, ports: readonly number[]): void {
  // in this one form: 010.8.8.8 is not the same address to everybody, and a zone picks an interface
  if (!isIP(ip) || ip.includes('%')) throw new AddressRefused(`resolved to ${ip}`);
  const address = ipaddr.parse(ip);
  if (allowed.hosts.has(hostOf(url))) return;
  if (allowed.ranges.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits)))
    return;
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!ports.includes(port)) throw new AddressRefused(`port ${port}`);
  if (!isPublic(address)) throw new AddressRefused(`${ip} is not public`);
  if (isOwn(address)) throw new AddressRefused(`${ip} is this machine`);
}

/** Whether an address belongs to somebody on the public internet. What is not known to be public is not. */
export function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv4)
    return address.range() === 'unicast' && address.toString() !== AZURE_HOST;
  if (address.match(NAT64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.range() === 'unicast' && GIVEN_OUT.some((range) => address.match(range));
}

function isPublicName(host: string): boolean {
  const labels = host.split('.');
  return (
    host.length <= HOST_MAX &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    !INSIDE.test(host)
  );
}

/** Our own public address leads to what a firewall keeps from everybody else. */
function isOwn(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const ip = address.toString();
  return Object.values(networkInterfaces())
    .flat()
    .some((own) => own && ipaddr.isValid(own.address) && ipaddr.parse(own.address).toString() === ip);
}
