import { nanoid } from './smsgate-phone';

export type Token = {
  scopes: string[];
  expiresAt: number;
  answer: { id: string; access_token: string };
};

export function issueToken(
  { ttl = 86_400, scopes = [] }: { ttl?: number; scopes?: string[] },
  now: number,
): Token {
  const id = nanoid();
  const expiresAt = now + ttl * 1000;
  return { scopes, expiresAt, answer: { id, access_token: nanoid() } };
}

const SCOPES: [method: string, path: RegExp, scope: string][] = [
  ['POST', /^\/messages$/, 'messages:send'],
  ['GET', /^\/messages$/, 'messages:list'],
  ['POST', /^\/messages\/inbox\/export$/, 'messages:export'],
  ['GET', /^\/messages\/./, 'messages:read'],
  ['GET', /^\/devices$/, 'devices:list'],
  ['GET', /^\/webhooks$/, 'webhooks:list'],
  ['POST', /^\/webhooks$/, 'webhooks:write'],
  ['DELETE', /^\/webhooks\/./, 'webhooks:delete'],
  ['GET', /^\/settings$/, 'settings:read'],
  ['PATCH', /^\/settings$/, 'settings:write'],
  ['POST', /^\/auth\/token$/, 'tokens:manage'],
];

export function isGranted(access: 'all' | Token, method: string, path: string): boolean {
  if (access === 'all' || access.scopes.includes('all:any')) return true;
  const needed = SCOPES.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2];
  return needed === undefined || access.scopes.includes(needed);
}
