import { describe, expect, test } from 'vitest';
import { ClientDocuments, isDocumentAddress } from './client-documents.ts';
import { OAuthError } from './oauth-error.ts';

const id = 'https://agent.example/client.json';
const document = { client_id: id, client_name: 'Agent', redirect_uris: ['https://agent.example/back'] };

/** Documents that are read from these answers, and a clock that a test moves. */
function documents(answer: (url: string) => { status?: number; body?: unknown } | Error) {
  let now = Date.UTC(2026, 2, 1);
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    const told = answer(url);
    if (told instanceof Error) throw told;
    const { status = 200, body = document } = told;
    return { status, headers: {}, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
  };
  const known = new ClientDocuments({ fetch, clock: { now: () => new Date(now) } });
  return { known, asked, pass: (minutes: number) => (now += minutes * 60_000) };
}

const refusal = (error: unknown) => (error instanceof OAuthError ? [error.code, error.message] : error);
const wrong = async (told: { status?: number; body?: unknown } | Error) => {
  const [code, message] = (await documents(() => told)
    .known.get(id)
    .catch(refusal)) as [string, string];
  return `${code}: ${message}`;
};

describe('the document of a program', () => {
  test('is its name, and proves its host', async () => {
    const told = { id, name: 'Agent', isVerified: true, secretHash: null, authMethod: 'none' };
    expect(await documents(() => ({})).known.get(id)).toMatchObject(told);
    const unnamed = { ...document, client_name: undefined };
    expect(await documents(() => ({ body: unnamed })).known.get(id)).toMatchObject({ name: 'agent.example' });
  });

  test.each([
    [{ status: 404 }, 'invalid_client: The document at client_id was answered with 404.'],
    [{ body: 'no json' }, 'invalid_client: The document at client_id must be JSON'],
    [{ body: 'null' }, 'invalid_client: The document at client_id must be JSON'],
    [
      { body: { ...document, client_id: 'https://another.example/x' } },
      'invalid_client: The document at client_id must be JSON',
    ],
    [
      { body: { ...document, token_endpoint_auth_method: 'client_secret_basic' } },
      'invalid_client: A program with a document proves itself',
    ],
    [{ body: { ...document, redirect_uris: [] } }, 'invalid_redirect_uri'],
    [new Error('refused'), 'invalid_client: The document at client_id cannot be fetched: refused.'],
    [new OAuthError('temporarily_unavailable', 'Slower.'), 'temporarily_unavailable: Slower.'],
  ])('does not count for %o', async (told, words) => {
    expect(await wrong(told)).toContain(words);
  });

  test('is read anew after ten minutes', async () => {
    const { known, asked, pass } = documents(() => ({}));
    await known.get(id);
    pass(9);
    await known.get(id);
    expect(asked).toEqual([id]);
    pass(2);
    await known.get(id);
    expect(asked).toEqual([id, id]);
  });

  test('holds for an hour longer while strangers make us ask too much, and only then', async () => {
    let trouble: Error | undefined;
    const { known, pass } = documents(() => trouble ?? {});
    await known.get(id);
    trouble = new OAuthError('temporarily_unavailable', 'Slower.');
    pass(70);
    expect(await known.get(id)).toMatchObject({ name: 'Agent' });
    pass(1);
    await expect(known.get(id)).rejects.toThrow('Slower.');
    // Nobody has read it before: nothing holds.
    await expect(known.get('https://other.example/x')).rejects.toThrow('Slower.');
    const again = documents(() => trouble ?? {});
    trouble = undefined;
    await again.known.get(id);
    trouble = new Error('refused');
    again.pass(20);
    await expect(again.known.get(id)).rejects.toThrow('cannot be fetched');
  });

  test('of five hundred programs is kept for such a time', async () => {
    let isFlooded = false;
    const flood = new OAuthError('temporarily_unavailable', 'Slower.');
    const { known, pass } = documents((url) => (isFlooded ? flood : { body: { ...document, client_id: url } }));
    const address = (nth: number) => `https://agent.example/${nth}.json`;
    for (let nth = 0; nth <= 500; nth += 1) await known.get(address(nth));
    isFlooded = true;
    pass(11);
    await expect(known.get(address(0))).rejects.toThrow('Slower.');
    expect(await known.get(address(1))).toMatchObject({ id: address(1) });
    expect(await known.get(address(500))).toMatchObject({ id: address(500) });
  });
});

test.each([
  [id, true],
  ['http://agent.example/client.json', false],
  ['https://agent.example/', false],
  ['https://agent.example/client.json#part', false],
  ['https://ana@agent.example/client.json', false],
  ['https://:secret@agent.example/client.json', false],
  ['https://agent.example/a/../client.json', false],
  ['agent', false],
])('%s is the address of a document: %s', (text, isAddress) => {
  expect(isDocumentAddress(text)).toBe(isAddress);
});
