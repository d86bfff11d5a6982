import { expect } from 'vitest';
import type { PaymentAddressList } from '../../src/contract/billing/payment-address.ts';
import { nameplateOf } from '../../src/simulator/nameplate.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import type { StationSettings } from '../../src/simulator/station-settings.ts';
import type { TestSigec } from './sigec.ts';

/** What somebody with a phone does on the pages for payments, without a browser. */
export type Guest = {
  /** Where they stand: the address of the page of what they bought. */
  page: string;
  /** The page as it is now. */
  read(): Promise<string>;
  /** Reads again until the page says so. */
  until(words: string | RegExp): Promise<string>;
  press(action: 'stop' | 'trial'): Promise<void>;
};

export const guestTariff = {
  id: 'street',
  currency: 'BRL',
  sessionFee: '1.00',
  idleGraceMinutes: 10,
  prices: [{ perKwh: '2.00', perIdleMinute: '0.50' }],
};

/** A station that is there, with a price, for as many versions as tests want. */
export async function openPost(
  sigec: TestSigec,
  settings: Pick<StationSettings, 'id' | 'version'> & Partial<StationSettings>,
): Promise<SimulatedStation & AsyncDisposable> {
  const station = new SimulatedStation({
    url: sigec.addresses.ocpp.slice(0, -1),
    nameplate: { ...nameplateOf(settings.id), evseCount: 1 },
    statusEverySeconds: 0,
    sampleEverySeconds: 0,
    secondMs: 50,
    ...settings,
  });
  station.start();
  await expect
    .poll(
      async () =>
        (await sigec.api.get<{ connectors: { evseId: number }[] }>(`/api/stations/${settings.id}`)).connectors,
      {
        timeout: 60_000,
      },
    )
    .toContainEqual(expect.objectContaining({ evseId: 1, status: 'available' }));
  return Object.assign(station, { [Symbol.asyncDispose]: () => station.stop() });
}

/** Holds for every station. */
export async function priceEverywhere(sigec: TestSigec, tariff: { id: string } = guestTariff): Promise<void> {
  await sigec.api.post('/api/tariffs', tariff);
  await sigec.api.post('/api/tariff-assignments', { tariffId: tariff.id });
}

export async function addressOf(sigec: TestSigec, stationId: string): Promise<string> {
  const { addresses } = await sigec.api.get<PaymentAddressList>(`/api/stations/${stationId}/payment-addresses`);
  return addresses.find(({ evseId }) => evseId === 1)?.url ?? '';
}

const english = { 'accept-language': 'en', accept: 'text/html' };

export async function open(address: string): Promise<{ status: number; text: string; headers: Headers }> {
  const answer = await fetch(address, { headers: english });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

/** Opens the address on the sticker, chooses, and is sent to the page of what was bought. */
export async function buyAt(address: string, choice: Record<string, string> = {}): Promise<Guest> {
  const { text } = await open(address);
  const ticket = /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const [action = ''] = address.split('?');
  const answer = await post(action, { ticket, lang: 'en', much: 'a30.00', provider: 'simulated', ...choice });
  expect([answer.status, await answer.text()]).toEqual([303, '']);
  const page = new URL(answer.headers.get('location') ?? '', address).href;
  const read = async () => (await open(page)).text;
  return {
    page,
    read,
    async until(words) {
      let text = '';
      const says = (now: string) => (typeof words === 'string' ? now.includes(words) : words.test(now));
      await expect
        .poll(async () => says((text = await read())), { timeout: 60_000, interval: 300, message: String(words) })
        .toBe(true);
      return text;
    },
    async press(action) {
      expect((await post(`${page}/${action}`, {})).status).toBe(303);
    },
  };
}

export function post(address: string, form: Record<string, string>): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...english, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
}

/** The words of a page. */
export function wordsOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/\s+/g, ' ');
}
