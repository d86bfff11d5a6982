import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { silentLog } from '../../src/base/log.ts';
import type { LedgerEvent } from '../../src/contract/event.ts';
import type { DeviceReport, OpenDeviceRegistry, Reception } from '../../src/devices/registry/device-registry.ts';
import { openDeviceRegistry } from '../../src/devices/registry/open-device-registry.ts';
import type { Actor } from '../../src/principals/actor.ts';
import { openTestPrincipals, type PrincipalsAtWork } from './http-door.ts';

export type TestBook = PrincipalsAtWork & {
  book: OpenDeviceRegistry;
  installationKey: Buffer;
  node: string;
  /** Events of a kind so far, the oldest first. */
  events(kind: LedgerEvent['kind']): Promise<LedgerEvent[]>;
};

export const operator: Actor = {
  principal: { id: 'operator', name: 'Operator', kind: 'person', role: 'operator', scopes: [] },
  door: 'rest',
};

/** What is known about devices, over a database of its own. */
export async function openTestBook({ codesPerAddress }: { codesPerAddress?: number } = {}): Promise<TestBook> {
  await using opened = new AsyncDisposableStack();
  const work = opened.use(await openTestPrincipals());
  const { database, ledger, clock } = work;
  const installationKey = randomBytes(32);
  const node = randomUUID();
  const book = opened.adopt(
    await openDeviceRegistry({
      database,
      node,
      ledger,
      clock,
      installationKey,
      log: silentLog,
      serverAddress: (token) => `ws://127.0.0.1:8003/mcp_endpoint/mcp?token=${token}`,
      ...(codesPerAddress !== undefined && { codesPerAddress }),
    }),
    (open) => open.close(),
  );
  const running = opened.move();
  return {
    ...work,
    book,
    installationKey,
    node,
    events: (kind) => ledger.read({ kinds: [kind], limit: 100 }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** What a device says of itself. */
export function report(given: Partial<DeviceReport> = {}): DeviceReport & { clientId: string } {
  const said = { serialNumber: null, board: 'bread-compact-wifi', firmware: '2.4.2', language: 'en-US' };
  return { deviceId: 'aa:bb:cc:dd:ee:01', ...said, ...given, clientId: given.clientId ?? randomUUID() };
}

export async function waiting(
  book: OpenDeviceRegistry,
  asked: DeviceReport,
): Promise<Extract<Reception, { status: 'waiting' }>> {
  const reception = await book.receive(asked, '192.0.2.7');
  if (reception.status !== 'waiting') throw new Error(`expected it to wait, not ${JSON.stringify(reception)}`);
  return reception;
}

export async function active(
  book: OpenDeviceRegistry,
  asked: DeviceReport,
): Promise<Extract<Reception, { status: 'active' }>> {
  const reception = await book.receive(asked, '192.0.2.7');
  if (reception.status !== 'active') throw new Error(`expected it to be active, not ${JSON.stringify(reception)}`);
  return reception;
}

/** Asks, is activated by its code, and asks again. */
export async function activate(book: OpenDeviceRegistry, asked: DeviceReport, name?: string) {
  const { code } = await waiting(book, asked);
  await book.activate({ code, ...(name !== undefined && { name }) }, operator);
  return active(book, asked);
}

export function hmacOf(secretHex: string, challenge: string): string {
  return createHmac('sha256', Buffer.from(secretHex, 'hex')).update(challenge).digest('hex');
}
