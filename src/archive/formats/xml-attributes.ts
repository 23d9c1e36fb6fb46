import { decodeXML } from 'entities';

const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Matches an emoji that is written as two surrogate halves. This is invalid XML, but common on Android. */
const HALVES = /&#(5[5-6]\d{3});&#(5[6-7]\d{3});/g;

export function xmlAttributes(written: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  for (const [, name = '', double, single] of written.matchAll(ATTRIBUTE))
    found[name] = decode(double ?? single ?? '');
  return found;
}

const decode = (value: string): string =>
  value.includes('&')
    ? decodeXML(value.replace(HALVES, (_, high, low) => String.fromCharCode(Number(high), Number(low))))
    : value;
