import { expect, test } from 'bun:test';
import { axeViolations } from '../support/browser';
import { ann } from '../support/cast';
import { connect } from '../support/client';
import { openSite } from '../support/site';
import { codeOf, FAILED_REQUEST, sees, startServer, visit } from '../support/visit';

const VERIFIER = 'v'.repeat(43);
const CHALLENGE = new Bun.CryptoHasher('sha256').update(VERIFIER).digest('base64url');

test('a new person lets a program in after signing in and setting up, for one board', async () => {
  const server = await startServer();
  await using program = await openSite({});
  await server.text(ann, 'Milk #food');
  const back = `${program.url}/back`;
  const { body } = await connect(server.url).post<{ client_id: string }>('/oauth/register', {
    client_name: 'Assistant',
    redirect_uris: [back],
  });
  const asked = new URLSearchParams({
    ...{ client_id: body.client_id, redirect_uri: back, response_type: 'code', state: 'mine' },
    ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256' },
  });
  const { page } = await visit(`/oauth/authorize?${asked}`, { server, as: null, expected: FAILED_REQUEST });
  await page.getByLabel('Phone number').fill(ann.phone);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await page.getByLabel('Verification code').fill(await codeOf(server));
  await page.getByLabel('First Name').fill('Ann');
  await page.getByLabel('Last Name').fill('Lee');
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await page.getByRole('heading', { name: 'Let Assistant in?' }).waitFor();
  expect(await page.getByLabel('It may').inputValue()).toBe('write');
  await sees(page, 'You can revoke this in your profile at any time.');
  expect(await page.getByText(new URL(back).host).count()).toBe(1);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'On these boards alone' }).click();
  await page.getByRole('option', { name: '#' }).first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL(`${back}?code=*`);
  const answer = new URL(page.url()).searchParams;
  expect([answer.get('state'), answer.get('iss')]).toEqual(['mine', server.publicUrl]);
  const form = { client_id: body.client_id, code: answer.get('code')!, code_verifier: VERIFIER };
  const redeemed = await fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, grant_type: 'authorization_code', redirect_uri: back }),
  });
  expect(await redeemed.json()).toMatchObject({ token_type: 'Bearer', scope: 'read write' });

  await page.goto(`${server.publicUrl}/profile#tokens`);
  await page.getByText(/^A program that you have let in · Read and write on #food/).waitFor();
  await page.getByRole('button', { name: 'Revoke Assistant' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await sees(page, 'The token is revoked.');

  await page.goto(`${server.publicUrl}/oauth/authorize?${asked}`);
  await page.getByRole('button', { name: 'Do not allow' }).click();
  await page.waitForURL(`${back}?error=access_denied*`);
  asked.set('redirect_uri', 'https://evil.example/');
  await page.goto(`${server.publicUrl}/oauth/authorize?${asked}`);
  await sees(
    page,
    'This program cannot be let in',
    'The program wants to return to an address that is not its own.',
  );
});
