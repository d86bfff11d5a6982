import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import type { Receipt } from '#contract/billing/receipt.ts';
import type { Session } from '#contract/sessions/session.ts';
import type { Site } from '#contract/stations/site.ts';
import { type KeptBill, readBills } from '../billing/bill-store.ts';
import type { Billing } from '../billing/open-billing.ts';
import { readDrivers } from '../drivers/driver-store.ts';
import { openIdentity } from '../drivers/identity.ts';
import type { MeterValues } from '../meter-values/open-meter-values.ts';
import type { Sessions } from '../sessions/open-sessions.ts';
import type { Sites } from '../sites/open-sites.ts';

export type ReceiptNeeds = {
  pool: Pool;
  installationKey: Buffer;
  sessions: Pick<Sessions, 'get'>;
  billing: Pick<Billing, 'bill'>;
  meterValues: Pick<MeterValues, 'signed'>;
  sites: Pick<Sites, 'list'>;
};

/** The first and the last ones prove what was charged; those between are on the session's own page. */
const maxSigned = 20;

export async function makeReceipt(needs: ReceiptNeeds, sessionId: string): Promise<Receipt> {
  const { pool, sessions, billing, meterValues, sites } = needs;
  const session = await sessions.get(sessionId);
  const kept = (await readBills(pool, [sessionId])).get(sessionId);
  if (session.state !== 'ended' || kept?.eventCount !== session.eventCount) throw notYet(session);
  const [bill, who, all] = await Promise.all([billing.bill(sessionId), readWho(needs, kept), sites.list()]);
  const signed = who.isForgotten ? [] : (await meterValues.signed(sessionId, maxSigned)).values;
  const now = await sessions.get(sessionId);
  if (now.eventCount !== session.eventCount) throw notYet(now); // an event came in between: energy and cost would not belong together
  const site = all.find(({ id }) => id === kept.siteId);
  return {
    number: numberOf(session),
    issuedAt: bill.entries.at(-1)?.at ?? kept.endedAt.toISOString(), // the same however often it is printed
    site: site === undefined ? null : { name: site.name, address: addressOf(site) },
    stationId: session.stationId,
    evseId: session.evseId,
    sessionId,
    token: who.token,
    driver: who.driver,
    startedAt: session.startedAt,
    endedAt: session.endedAt,
    timeZone: kept.timeZone,
    energyWh: session.energyWh,
    firstRegisterWh: session.firstRegisterWh,
    lastRegisterWh: session.lastRegisterWh,
    flags: session.flags,
    bill,
    signedValues: signed.map(({ at, data, encoding, publicKey, verdict }) => ({
      at,
      data,
      encoding,
      publicKey,
      verdict,
    })),
  };
}

function notYet({ id, state }: Session): SigecError {
  const why = {
    running: 'is still running; its receipt can be had once it has ended.',
    ended: 'has ended and is being billed; ask for its receipt again in a few seconds.',
    merged: 'was found to be the end of another session; ask for the receipt of that one.',
  }[state];
  return new SigecError('CONFLICT', `The session ${id} ${why}`, { details: { state } });
}

type Who = { token: string | null; driver: string | null; isForgotten: boolean };

async function readWho({ pool, installationKey }: ReceiptNeeds, { tokenHash, driverId }: KeptBill): Promise<Who> {
  const [driver] = driverId === null ? [] : await readDrivers(pool, [driverId]);
  if (driver !== undefined && driver.forgottenAt !== null) return { token: null, driver: null, isForgotten: true };
  const { rows } = await pool.query<{ label: string }>('select label from token where id = $1', [tokenHash]);
  const name = driver === undefined ? null : (openIdentity(installationKey, driver)?.name ?? null);
  return { token: rows[0]?.label ?? null, driver: name, isForgotten: false };
}

/** From the session's own id, which begins with when it was first heard of: 019A7C55-… reads as 019A7C55-2F1B3D9E. */
function numberOf({ id }: Session): string {
  return `${id.slice(0, 8)}-${id.slice(-8)}`.toUpperCase();
}

function addressOf({ address }: Site): string[] {
  const { street, city, region, postalCode, country } = address ?? {};
  const place = [postalCode, city, region].filter(Boolean).join(' ');
  return [street, place, country].filter((line): line is string => line !== undefined && line !== '');
}
