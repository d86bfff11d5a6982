import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { modern, post } from '../support/mcp-client.ts';
import { addAuthenticator, rowOf } from '../support/operator.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Others can reach it, so nobody reads anything before they signed in. */
const start = () => startSigec({ ALLOWED_HOSTS: 'sigec.example' });

test('a person of one site sees who asks, signs in with a passkey, lets it read there, and shuts it out', async () => {
  await using sigec = await start();
  await sigec.api.post('/api/sites', {
    id: 'north',
    name: 'north garage',
    timeZone: 'America/Sao_Paulo',
    currency: 'BRL',
  });
  await using program = await connectProgram(sigec, { client_name: 'Notebook' });
  const { page, complaints } = await openPage(browser, 'about:blank');
  await addAuthenticator(page);
  await page.goto(await invitation(sigec, { role: 'operator', siteId: 'north' }));
  await page.getByRole('textbox', { name: 'Name' }).fill('Ana Prado');
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.getByRole('button', { name: 'Signed in as Ana Prado' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.goto(program.question);
  await page.getByRole('heading', { name: 'Notebook wants to work here' }).waitFor();
  await page.getByText('This program registered itself').waitFor();
  await page.getByText(program.host, { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Allow', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.getByText('operator · north garage').waitFor();
  await page.getByRole('radio', { name: 'Read', exact: true }).click();
  await page.getByText('viewer · north garage').waitFor();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('the program has its answer').waitFor();

  const access = await program.takeToken();
  const list = () => post(program.mcp, modern('tools/list'), { authorization: `Bearer ${access}` });
  expect((await list()).status).toBe(200);

  await page.goto(`${program.origin}/account`);
  await rowOf(page, 'Agents', 'Notebook').getByText('viewer · north garage').waitFor();
  await page.getByRole('button', { name: 'Shut out Notebook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Shut out', exact: true }).click();
  await page.getByText('No agent is connected.').waitFor();
  expect((await list()).status).toBe(401);
  // Pages ask for what is of the whole installation, and who is not signed in is told so.
  expect(complaints.filter((line) => !/40[13]/.test(line))).toEqual([]);
});

test('in Portuguese and on a telephone: with password and code, whoever does not want it says no', async () => {
  await using sigec = await start();
  await using program = await connectProgram(sigec, { client_name: 'Caderno' });
  const person = { email: 'rui@north.example', password: 'four wet blue horses' };
  const totp = await personWithCodes(sigec, person);
  const { page, complaints } = await openPage(browser, program.question, {
    language: 'pt-BR',
    width: 390,
    height: 844,
  });
  await page.getByRole('heading', { name: 'Caderno quer trabalhar aqui' }).waitFor();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(person.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('textbox', { name: 'Código' }).fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  // Who only reads has nothing else to give.
  await page.getByText('leitor · instalação inteira').waitFor();
  expect(await page.getByRole('radio').count()).toBe(1);
  await page.getByRole('button', { name: 'Não autorizar' }).click();
  await page.getByText('the program has its answer').waitFor();
  expect(program.answered()).toMatchObject({ error: 'access_denied', state: 'st-1' });
  expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
});

type Program = AsyncDisposable & {
  host: string;
  origin: string;
  mcp: string;
  question: string;
  answered(): Record<string, string>;
  takeToken(): Promise<string>;
};

/** A program on this machine that registered itself, and waits for the browser to come back. */
async function connectProgram(sigec: TestSigec, metadata: object): Promise<Program> {
  let answer: Record<string, string> = {};
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/callback') === true)
      answer = Object.fromEntries(new URL(request.url, 'http://program').searchParams);
    response.setHeader('content-type', 'text/html').end('<title>done</title><p>the program has its answer</p>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirect_uri = `http://${host}/callback`;
  // Browsers know passkeys for names alone.
  const [origin, mcp] = [sigec.addresses.api, sigec.addresses.mcp].map((each) =>
    each.replace('127.0.0.1', 'localhost'),
  );
  if (origin === undefined || mcp === undefined) throw new Error('The product tells no addresses.');
  const registered = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none', ...metadata }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const question = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    state: 'st-1',
    resource: mcp,
    code_challenge,
    code_challenge_method: 'S256',
  });
  return {
    host,
    origin,
    mcp,
    question: `${origin}/oauth/authorize?${question.toString()}`,
    answered: () => answer,
    async takeToken() {
      expect(answer).toMatchObject({ state: 'st-1', iss: origin });
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id,
        redirect_uri,
        code: answer['code'] ?? '',
        code_verifier: verifier,
        resource: mcp,
      });
      const tokens = await fetch(`${origin}/oauth/token`, { method: 'POST', body });
      return ((await tokens.json()) as { access_token: string }).access_token;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function invitation(sigec: TestSigec, grant: { role: string; siteId: string | null }): Promise<string> {
  const wanted = { email: 'ana@north.example', grants: [grant] };
  const { link } = await sigec.api.post<{ link: string }>('/api/invitations', wanted);
  return new URL(new URL(link, sigec.addresses.api).href.replace('127.0.0.1', 'localhost')).href;
}

/** Somebody who reads, and signs in with a password and a code. */
async function personWithCodes(sigec: TestSigec, { email, password }: { email: string; password: string }) {
  const { api } = sigec.addresses;
  const wanted = { email, grants: [{ role: 'viewer', siteId: null }] };
  const { link } = await sigec.api.post<{ link: string }>('/api/invitations', wanted);
  const send = async (path: string, body: object, cookie = '') =>
    fetch(`${api}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body: JSON.stringify(body),
    });
  const code = link.split('#')[1];
  const joined = await send('/api/invitations/accept', { code, name: 'Rui', password, language: 'pt-BR' });
  const cookie = joined.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const begun = await send('/api/account/totp', { currentPassword: password }, cookie);
  const { secret } = (await begun.json()) as { secret: string };
  const totp = new TOTP({ secret });
  const confirmed = await send('/api/account/totp/confirm', { code: totp.generate() }, cookie);
  expect(confirmed.status).toBe(200);
  return totp;
}
