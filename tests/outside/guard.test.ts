import { expect, mock, test } from 'bun:test';
import os from 'node:os';
import ipaddr from 'ipaddr.js';
import { parseAllowList } from '../../src/app/config/allow-list';
import { checkAddress, isPublic, parseAddress } from '../../src/outside/guard';
import { words } from '../support/words';
import { FORBIDDEN_ADDRESSES, OTHER_SCHEMES, PUBLIC_ADDRESSES } from './forbidden';

const ALLOW_NONE = parseAllowList([]);

test('no forbidden address counts as public', () => {
  expect(FORBIDDEN_ADDRESSES.length).toBeGreaterThan(140);
  expect(FORBIDDEN_ADDRESSES.filter((ip) => isPublic(ipaddr.parse(ip)))).toEqual([]);
});

test('addresses of public networks are public', () => {
  expect(PUBLIC_ADDRESSES.filter((ip) => !isPublic(ipaddr.parse(ip)))).toEqual([]);
});

const LOCAL = words`user@good.example :pass@good.example printer.local a.localhost metadata.google.internal
  router.home.arpa nas.lan hidden.onion good.intranet.`.map((host) => `http://${host}/`);

test.each([
  ['other schemes and malformed addresses', OTHER_SCHEMES.map((address) => address.replace('$', '8080'))],
  ['local names, and addresses with a user name,', LOCAL],
])('%s are refused', (_, addresses) => {
  for (const url of addresses)
    expect([url, attempt(() => parseAddress(url, ALLOW_NONE).href)]).toEqual([url, 'AddressRefused']);
});

test('an address is parsed into one spelling, without its fragment', () => {
  const parse = (address: string) => parseAddress(address, ALLOW_NONE).href;
  expect(parse('HTTP://Good.Example:80/a/../b?c#d')).toBe('http://good.example/b?c');
  expect(parse('https://bücher.example/é')).toBe('https://xn--bcher-kva.example/%C3%A9');
  expect(parse('http://my_blog.good.example./')).toBe('http://my_blog.good.example./');
});

test('the operator can allow hosts and ranges; a wrong entry throws', () => {
  const allowed = parseAllowList(['wiki', 'Nas.Lan', '10.1.0.0/16', '192.168.1.9', 'fd00::/8']);
  expect([...allowed.hosts]).toEqual(['wiki', 'nas.lan']);
  expect(allowed.ranges).toHaveLength(3);
  expect(parseAddress('http://wiki/page', allowed).href).toBe('http://wiki/page');
  expect(attempt(() => parseAddress('http://wiki2/page', allowed).href)).toBe('AddressRefused');
  for (const entry of ['http://wiki', '10.0.0.0/33', 'a b', '*'])
    expect(() => parseAllowList([entry])).toThrow(`${entry} is neither a host name nor an address range`);
});

test("this machine's own public addresses are refused, unless the operator allows them", () => {
  const own = ['93.184.215.14', '2606:4700:4700::1111'];
  const check = (ip: string, allowed = ALLOW_NONE) =>
    attempt(() => {
      checkAddress(new URL('http://own.example/'), ip, allowed, [80]);
      return 'passes';
    });
  const ask = (allowed?: ReturnType<typeof parseAllowList>) => own.map((ip) => check(ip, allowed));
  expect(ask()).toEqual(['passes', 'passes']);
  const real = { ...os };
  const eth0 = own.map((address) => ({ address }));
  mock.module('node:os', () => ({ ...real, networkInterfaces: () => ({ eth0 }) }));
  try {
    expect(ask()).toEqual(['AddressRefused', 'AddressRefused']);
    expect(check('93.184.215.15')).toBe('passes');
    expect(ask(parseAllowList(own))).toEqual(['passes', 'passes']);
  } finally {
    mock.module('node:os', () => real);
  }
  expect(ask()).toEqual(['passes', 'passes']);
});

function attempt(parse: () => string): string {
  try {
    return parse();
  } catch (error) {
    return (error as Error).name;
  }
}
