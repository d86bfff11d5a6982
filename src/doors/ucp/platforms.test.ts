import { expect, test } from 'vitest';
import { AddressRefused } from '#base/guarded-fetch.ts';
import { silentLog } from '#base/log.ts';
import { textWith } from '../../../test/support/some.ts';
import { Platforms } from './platforms.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');
const body = JSON.stringify({ ucp: { version: '2026-04-08', capabilities: {} } });

function opened(answer: { status?: number; body?: string; cacheControl?: string } | Error = {}) {
  const clock = { at: noon, now: () => new Date(clock.at) };
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    if (answer instanceof Error) throw answer;
    const headers = answer.cacheControl === undefined ? {} : { 'cache-control': answer.cacheControl };
    return { status: answer.status ?? 200, headers, body: Buffer.from(answer.body ?? body) };
  };
  return { clock, asked, platforms: new Platforms({ fetch, clock, log: silentLog }) };
}

test.each([
  [undefined, 60],
  ['max-age=5', 60],
  ['public, max-age=300', 300],
  ['max-age=999999999', 24 * 3600],
])('a profile with the cache-control %s is kept for %i seconds', async (cacheControl, seconds) => {
  const { clock, asked, platforms } = opened(cacheControl === undefined ? {} : { cacheControl });
  expect(await platforms.profile('https://p.example')).toMatchObject({ version: '2026-04-08' });
  clock.at = noon + seconds * 1000 - 1;
  await platforms.profile('https://p.example');
  expect(asked).toHaveLength(1);
  clock.at = noon + seconds * 1000;
  await platforms.profile('https://p.example');
  expect(asked).toHaveLength(2);
});

test.each([
  [{ status: 199 }, 424, 'answered with status 199'],
  [{ status: 300 }, 424, 'answered with status 300'],
  [{ status: 404 }, 424, 'answered with status 404'],
  [new Error('reset'), 424, 'did not answer as it should'],
  [new AddressRefused('it is no address'), 400, 'it is no address'],
  [{ body: 'x' }, 422, 'is no JSON'],
])('%o is explained, and asked again after ten seconds', async (answer, status, part) => {
  const { clock, asked, platforms } = opened(answer);
  const failed = () =>
    expect(platforms.profile('https://p.example')).rejects.toMatchObject({
      status,
      message: textWith(part),
    });
  await failed();
  clock.at += 9_999;
  await failed();
  expect(asked).toHaveLength(1);
  clock.at += 1;
  await failed();
  expect(asked).toHaveLength(2);
});

test.each([[{ status: 299 }], [{ status: 200 }]])('%o is an answer', async (answer) => {
  await expect(opened(answer).platforms.profile('https://p.example')).resolves.toBeDefined();
});

test('so many new addresses are asked in a minute', async () => {
  const { clock, platforms } = opened();
  for (let number = 0; number < 120; number += 1) await platforms.profile(`https://p${number}.example`);
  clock.at += 15_000;
  await expect(platforms.profile('https://more.example')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 45 });
  await expect(platforms.profile('https://p1.example')).resolves.toBeDefined();
  clock.at = noon + 60_000;
  await expect(platforms.profile('https://more.example')).resolves.toBeDefined();
});

test('one network that names ever new addresses takes nothing from the others', async () => {
  const { platforms } = opened();
  const name = (number: number, source: string) => platforms.profile(`https://p${number}.example`, source);
  for (let number = 0; number < 30; number += 1) await name(number, '203.0.113.7');
  for (let number = 30; number < 130; number += 1)
    await expect(name(number, '203.0.113.7')).rejects.toMatchObject({ status: 503 });
  await expect(name(200, '198.51.100.9')).resolves.toBeDefined();
});

test('a platform that is known is served while others make us ask too much', async () => {
  const { clock, asked, platforms } = opened();
  await platforms.profile('https://known.example');
  clock.at += 60_000;
  for (let number = 0; number < 120; number += 1) await platforms.profile(`https://p${number}.example`);
  asked.length = 0;
  await expect(platforms.profile('https://known.example')).resolves.toMatchObject({ version: '2026-04-08' });
  expect(asked).toEqual([]);
});

test('the oldest are forgotten where there are too many', async () => {
  const { clock, asked, platforms } = opened({ cacheControl: 'max-age=86400' });
  for (let number = 0; number <= 500; number += 1) {
    if (number % 100 === 0) clock.at += 60_000;
    await platforms.profile(`https://p${number}.example`);
  }
  clock.at += 60_000;
  asked.length = 0;
  await platforms.profile('https://p1.example');
  await platforms.profile('https://p0.example');
  expect(asked).toEqual(['https://p0.example']);
});
