import { describe, expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { billApi } from '#contract/api/bills.ts';
import { type AskedOfDoor, request } from '../../../../test/support/rest-request.ts';
import { sampleAnswer } from '../../../../test/support/sample-answer.ts';

const offer = {
  ...{ stationId: 'CP-1', evseId: 2, site: null, timeZone: 'UTC', state: 'free', tariff: null, ways: [] },
  ...{ amounts: [], energiesKwh: [], maxAmount: '500', ticket: 't' },
};
const visit = {
  ...{ stationId: 'CP-1', evseId: 2, state: 'starting', why: null, language: 'pt-BR', currency: 'BRL', amount: '30' },
  ...{ energyWh: null, isStopWanted: false, paymentReference: null, payment: null, session: null },
};
const business = {
  'guests.offer': (_place: object, code: string) => Promise.resolve(code === 'right' ? offer : undefined),
  'guests.buy': () => Promise.resolve('link'),
  'guests.view': () => Promise.resolve(visit),
  'guests.payTrial': (link: string) => Promise.resolve(link === 'trial'),
  'guests.receipt': () => Promise.resolve({ receipt: sampleAnswer(billApi.receipt.answer, 'full'), visit }),
  'tariffs.clockOf': () => Promise.resolve({ timeZone: 'UTC' }),
};

const ask = (line: string, asked: AskedOfDoor = {}) => request(line, { business, ...asked });
const form = (line: string, fields: Record<string, string>, asked: AskedOfDoor = {}) =>
  ask(line, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost' },
    body: new URLSearchParams(fields).toString() as unknown as object,
    ...asked,
  });

describe('what stands at an address', () => {
  test.each([
    ['/pay/CP-1/2/right', 200],
    ['/pay/CP-1/2/wrong', 404],
    ['/pay/CP-1/0/right', 404],
    ['/pay/CP-1/99999/right', 200],
    ['/pay/CP-1/100000/right', 404],
    [`/pay/${'C'.repeat(48)}/2/right`, 200],
    [`/pay/${'C'.repeat(49)}/2/right`, 404],
    ['/pay/link', 200],
    ['/pay/a/b', 404],
    ['/pay/assets/pay.css', 200],
    ['/pay/link/receipt', 200],
  ])('%s is answered with %i', async (path, status) => {
    expect((await ask(`GET ${path}`)).status).toBe(status);
  });

  test.each([
    ['/pay/CP-1/2/right', undefined, 'en'],
    ['/pay/CP-1/2/right', 'pt-BR', 'pt-BR'],
    ['/pay/CP-1/2/right?lang=en', 'pt-BR', 'en'],
    ['/pay/CP-1/2/right?language=pt-BR', undefined, 'pt-BR'],
    ['/pay/CP-1/2/right?lang=fr', undefined, 'en'],
    ['/pay/link', undefined, 'pt-BR'],
    ['/pay/link?lang=en', undefined, 'en'],
  ])('%s for a browser in %s is in %s, and names the other language', async (path, browser, language) => {
    const { text } = await ask(`GET ${path}`, { headers: browser === undefined ? {} : { 'accept-language': browser } });
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(
      `lang=${language === 'en' ? 'pt-BR' : 'en'}" hreflang="${language === 'en' ? 'pt-BR' : 'en'}"`,
    );
  });

  test('a page names its place, and follows what goes on', async () => {
    const [offered, followed] = [await ask('GET /pay/CP-1/2/right'), await ask('GET /pay/link')];
    expect(offered.text).toContain('<header><p>CP-1 · EVSE 2</p></header>');
    expect([offered.text.includes('data-live="yes"'), followed.text.includes('data-live="yes"')]).toEqual([
      false,
      true,
    ]);
    expect(followed.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await ask('GET /pay/a/b')).text).toContain('<header></header>');
  });

  test('a receipt names no driver', async () => {
    const { driver } = sampleAnswer(billApi.receipt.answer, 'full') as { driver: { name?: string } | string | null };
    const { text, headers } = await ask('GET /pay/link/receipt');
    const name = typeof driver === 'string' ? driver : driver?.name;
    expect([text.includes('CP-1'), name !== undefined && text.includes(`<dd>${name}</dd>`)]).toEqual([true, false]);
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('what is bought', () => {
  test.each([
    [{ much: 'a30.00' }, { amount: '30.00', language: 'en' }],
    [
      { much: 'k20', lang: 'pt-BR' },
      { kwh: 20, language: 'pt-BR' },
    ],
    [{ much: 'k7.5' }, { kwh: 7.5, language: 'en' }],
    [{ much: 'k1000' }, { language: 'en' }],
    [
      { much: 'a30.00', other: ' 12,50 ' },
      { amount: '12.50', language: 'en' },
    ],
    [
      { much: 'k20', other: '5' },
      { amount: '5', language: 'en' },
    ],
    [{}, { language: 'en' }],
  ])('%o is %o', async (fields, wanted) => {
    const { status, headers, recorded } = await form('POST /pay/CP-1/2/right', {
      provider: 'pix',
      ticket: 't',
      ...fields,
    });
    expect([status, headers.location]).toEqual([303, '/pay/link']);
    const place = { stationId: 'CP-1', evseId: 2 };
    expect(recorded).toEqual([['guests.buy', place, { provider: 'pix', ticket: 't', limits: {}, ...wanted }]]);
  });

  test('nothing is bought nowhere', async () => {
    const { status, recorded } = await form('POST /pay/CP-1/0/right', { provider: 'pix' });
    expect([status, recorded]).toEqual([404, []]);
  });

  test.each([
    ['/pay/link/stop', {}, ['guests.stop', 'link']],
    ['/pay/link/leave', { at: '07:30' }, ['guests.leaveAt', 'link', '07:30']],
    ['/pay/link/leave', {}, ['guests.leaveAt', 'link', '']],
    ['/pay/trial/trial', {}, ['guests.payTrial', 'trial']],
  ])('%s with %o', async (path, fields, call) => {
    const { status, headers, recorded } = await form(`POST ${path}`, fields);
    expect([status, headers.location]).toEqual([303, path.split('/').slice(0, 3).join('/')]);
    expect(recorded).toEqual([call]);
  });

  test('what is no trial cannot be paid like one', async () => {
    expect((await form('POST /pay/link/trial', {})).status).toBe(404);
  });
});

describe('what cannot be done is told', () => {
  const refused = (thrown: Error) =>
    ask('GET /pay/link', { business: { 'guests.view': () => Promise.reject(thrown) } });

  test.each([
    [new SigecError('NOT_FOUND', 'secret'), 404, 'Scan the code at the charger again.'],
    [new SigecError('NOT_ALLOWED', 'secret'), 403, 'Scan the code at the charger again.'],
    [new SigecError('CONFLICT', 'secret', { details: { state: 'taken' } }), 409, 'This charger is in use.'],
    [new SigecError('CONFLICT', 'secret'), 409, 'Scan the code at the charger again.'],
    [new SigecError('INVALID_INPUT', 'Pay at least R$ 5.'), 400, 'Pay at least R$ 5.'],
    [new SigecError('INTERNAL', 'secret'), 500, 'Try again in a minute.'],
    [new Error('secret'), 500, 'Try again in a minute.'],
  ])('%s is answered with %i', async (thrown, status, words) => {
    const { status: answered, text } = await refused(thrown);
    expect(answered).toBe(status);
    expect(text).toContain(words);
    expect(text).not.toContain('secret');
  });
});
