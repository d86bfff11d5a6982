import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { SimulatedSession } from '../../src/simulator/session-fact.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { adminKey, type TestSigec } from './sigec.ts';

/** A station whose sessions begin now and go on by ten minutes with every reading. */
export async function simulate(sigec: TestSigec, id: string) {
  let now = Date.now();
  const simulated = new SimulatedStation({
    id,
    version: '2.0.1',
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 100,
    clock: { now: () => new Date(now) },
  });
  simulated.start();
  await vi.waitFor(() => expect(simulated.state).toBe('accepted'), { timeout: 60_000 });
  return {
    begin(token: string) {
      now = Math.max(now + 1_000, Date.now());
      return simulated.sessions.start({ evseId: 1, token });
    },
    charge(session: SimulatedSession, wh: number) {
      now += 600_000;
      simulated.sessions.charge(session, wh);
    },
    end(session: SimulatedSession, reason = 'EVDisconnected') {
      now += 60_000;
      simulated.sessions.stop(session, reason);
    },
    [Symbol.asyncDispose]: () => simulated.stop(),
  };
}

/** A row of a table of the console, by what stands in it. */
export function rowOf(page: Page, table: string, text: string): Locator {
  return page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text });
}

export async function signIn(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Use a key instead' }).click();
  await dialog.getByRole('textbox', { name: 'Key' }).fill(adminKey);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** A fingerprint reader that always says yes. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
