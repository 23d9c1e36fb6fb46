import { expect, test } from 'bun:test';
import ipaddr from 'ipaddr.js';
import { isPublic, parseAddress, parseAllowList } from '../../src/outside/guard';
import { FORBIDDEN_ADDRESSES, OTHER_SCHEMES, PUBLIC_ADDRESSES } from './forbidden';

const NOTHING = parseAllowList([]);

test('every address that is not of the public internet is known as such', () => {
  expect(FORBIDDEN_ADDRESSES.length).toBeGreaterThan(140);
  expect(FORBIDDEN_ADDRESSES.filter((ip) => isPublic(ipaddr.parse(ip)))).toEqual([]);
});

test('addresses of public networks are public', () => {
  expect(PUBLIC_ADDRESSES.filter((ip) => !isPublic(ipaddr.parse(ip)))).toEqual([]);
});

test('what is no web address is refused', () => {
  for (const address of OTHER_SCHEMES) {
    const url = address.replace('$', '8080');
    expect({ url, read: attempt(() => parseAddress(url, NOTHING).href) }).toEqual({ url, read: 'Refused' });
  }
});

test('names of nobody on the public web, and addresses with a name or a password, are refused', () => {
  for (const host of [
    'user@good.example',
    ':pass@good.example',
    'printer.local',
    'a.localhost',
    'metadata.google.internal',
    'router.home.arpa',
    'nas.lan',
    'hidden.onion',
    'good.intranet.',
  ])
    expect({ host, read: attempt(() => parseAddress(`http://${host}/`, NOTHING).href) }).toEqual({
      host,
      read: 'Refused',
    });
});

test('an address is read into one spelling, without its fragment', () => {
  const read = (address: string) => parseAddress(address, NOTHING).href;
  expect(read('HTTP://Good.Example:80/a/../b?c#d')).toBe('http://good.example/b?c');
  expect(read('https://bücher.example/é')).toBe('https://xn--bcher-kva.example/%C3%A9');
  expect(read('http://my_blog.good.example./')).toBe('http://my_blog.good.example./');
});

test('the operator may allow hosts and ranges, and nothing unreadable', () => {
  const allowed = parseAllowList(['wiki', 'Nas.Lan', '10.1.0.0/16', '192.168.1.9', 'fd00::/8']);
  expect([...allowed.hosts]).toEqual(['wiki', 'nas.lan']);
  expect(allowed.ranges).toHaveLength(3);
  expect(parseAddress('http://wiki/page', allowed).href).toBe('http://wiki/page');
  expect(attempt(() => parseAddress('http://wiki2/page', allowed).href)).toBe('Refused');
  for (const entry of ['http://wiki', '10.0.0.0/33', 'a b', '*'])
    expect(() => parseAllowList([entry])).toThrow(`${entry} is neither a host name nor an address range`);
});

function attempt(read: () => string): string {
  try {
    return read();
  } catch (error) {
    return (error as Error).name;
  }
}
