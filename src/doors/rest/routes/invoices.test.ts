import { describe, expect, test } from 'vitest';
import type { InvoiceLine } from '#charging/invoices/invoice.ts';
import type { ShownInvoice } from '#charging/invoices/open-invoices.ts';
import { type AskedOfDoor, request } from '../../../../test/support/rest-request.ts';

const id = (nth: number) => `0198e1a0-0000-7000-8000-00000000000${nth}`;
const at = new Date('2026-03-01T08:00:00Z');
const time = at.toISOString();

const invoice: ShownInvoice = {
  ...{ id: id(1), series: '2026', number: 12, kind: 'invoice', correctsId: null, driverId: id(2), currency: 'BRL' },
  ...{
    until: at,
    total: 123_400n,
    tax: 23_400n,
    due: 100_000n,
    issuedAt: at,
    issuedBy: 'key-1',
    dueAt: at,
    reminders: 0,
  },
  ...{ remindedAt: null, blockedAt: null, fiscalState: 'none', fiscalKey: null, fiscalUrl: null, fiscalNote: null },
  ...{ state: 'open', open: 750n, creditedBy: null },
};
const line: InvoiceLine = {
  ...{ entryId: id(3), kind: 'charge', at, sessionId: id(4), stationId: 'CP-1', reservationId: null, partnerId: null },
  ...{
    recordId: null,
    startedAt: null,
    energyMwh: '12340000',
    reason: null,
    amount: 123_400n,
    tax: 23_400n,
    taxes: [],
  },
};
const payment = { id: id(5), amount: 23_400n, method: 'transfer', reference: 'R-7', paidAt: at };

function ask(line_: string, { business = {}, ...asked }: AskedOfDoor = {}) {
  const answers = {
    'invoices.list': [invoice],
    'invoices.get': invoice,
    'invoices.issue': [invoice],
    'invoices.issueMonth': [invoice],
    'invoices.credit': invoice,
    'invoices.pay': invoice,
    'invoices.lines': [line, { ...line, kind: 'adjustment', startedAt: at, energyMwh: null, reason: 'Noise' }],
    'invoices.payments': [payment],
    'drivers.get': (driver: string) =>
      driver === id(2) ? Promise.resolve({ name: 'Ana' }) : Promise.reject(new Error('x')),
    ...business,
  };
  return request(line_, { key: 'operator', business: answers, values: { 'invoices.timeZone': 'UTC' }, ...asked });
}

describe('an invoice', () => {
  test('is told in decimal text', async () => {
    const { json } = await ask('GET /api/invoices');
    const amounts = { total: '12.34', tax: '2.34', due: '10.00', open: '7.50' };
    expect(json()).toMatchObject({
      invoices: [
        { id: id(1), name: '2026-000012', driver: 'Ana', ...amounts, until: time, issuedAt: time, dueAt: time },
      ],
    });
  });

  test('names its driver only to who may know, and while the driver is known', async () => {
    const nameFor = async (asked: AskedOfDoor) => (await ask('GET /api/invoices', asked)).json()['invoices'];
    expect(await nameFor({ key: 'cashier' })).toMatchObject([{ driver: null }]);
    expect(await nameFor({ business: { 'invoices.list': [{ ...invoice, driverId: id(9) }] } })).toMatchObject([
      { driver: null },
    ]);
    expect(await nameFor({ business: { 'drivers.get': async () => ({ name: null }) } })).toMatchObject([
      { driver: null },
    ]);
  });

  test('is shown with its lines and payments', async () => {
    const { json } = await ask(`GET /api/invoices/${id(1)}`);
    expect(json()).toMatchObject({
      lines: [
        { kind: 'charge', at: time, startedAt: null, energyKwh: 12.34, reason: null, amount: '12.34', tax: '2.34' },
        { kind: 'adjustment', startedAt: time, energyKwh: null, reason: 'Noise' },
      ],
      payments: [{ amount: '2.34', method: 'transfer', reference: 'R-7', paidAt: time }],
    });
  });

  test.each([
    ['html', 'text/html; charset=utf-8', '<h1>Invoice 2026-000012</h1>'],
    ['csv', 'text/csv; charset=utf-8', 'CP-1'],
    ['json', 'application/json; charset=utf-8', '"name":"2026-000012"'],
  ])('is had as %s', async (format, type, part) => {
    const { headers, text } = await ask(`GET /api/invoices/${id(1)}?format=${format}`);
    expect(headers['content-type']).toBe(type);
    expect(text).toContain(part);
  });
});

describe('invoices are made', () => {
  test.each([
    [{ month: '2026-02' }, ['invoices.issueMonth', '2026-02', { driverId: undefined }]],
    [{ month: '2026-02', driverId: id(2) }, ['invoices.issueMonth', '2026-02', { driverId: id(2) }]],
    [{ until: time }, ['invoices.issue', { until: at, driverId: undefined }]],
  ])('of %o', async (body, call) => {
    const { recorded } = await ask('POST /api/invoices', { key: 'administrator', body });
    expect(recorded[0]?.slice(0, -1)).toEqual(call);
  });

  test.each([[{}], [{ month: '2026-02', until: time }]])('not of %o', async (body) => {
    const { status, recorded } = await ask('POST /api/invoices', { key: 'administrator', body });
    expect([status, recorded]).toEqual([400, []]);
  });
});

test('a payment is of now unless it is told when, and has the key that it was given', async () => {
  const paid = async (body: object) => {
    const { recorded } = await ask(`POST /api/invoices/${id(1)}/payments`, { key: 'administrator', body });
    return recorded.find(([path]) => path === 'invoices.pay')?.[2] as { paidAt: Date; key?: string };
  };
  const before = Date.now();
  const now = await paid({ amount: '12.50' });
  expect([now.paidAt.getTime() >= before, 'key' in now]).toEqual([true, false]);
  expect(await paid({ amount: '12.50', paidAt: time, key: 'bank-7' })).toMatchObject({ paidAt: at, key: 'bank-7' });
});

test('an export has all pages, one after the other', async () => {
  const full = Array.from({ length: 500 }, (_, nth) => ({ ...invoice, number: nth, id: `page-${nth}` }));
  const list = ({ after }: { after?: string }) =>
    Promise.resolve(after === 'page-499' ? [{ ...invoice, number: 500 }] : full);
  const { text } = await ask('GET /api/invoices/export?format=csv', { business: { 'invoices.list': list } });
  expect(text.trim().split(/\r?\n/)).toHaveLength(502);
  const { text: short } = await ask('GET /api/invoices/export?format=csv');
  expect(short.trim().split(/\r?\n/)).toHaveLength(2);
});
