import { expect } from 'vitest';
import type { ListedSession, Session, SessionPage } from '../../src/contract/sessions/session.ts';
import { type Fleet, type FleetOptions, startFleet } from '../../src/simulator/fleet.ts';
import type { TrueSession } from '../../src/simulator/truth-book.ts';
import type { ProductProcess } from '../support/product-process.ts';

/** Where stations connect, and whom people ask. */
export type Served = Pick<ProductProcess, 'ocppUrl' | 'get' | 'post'>;

const tokens = ['FAULTS-ANA', 'FAULTS-BENTO', 'FAULTS-CLARA'] as const;

/** Stations of three versions at which drivers come and go without a pause; they give a message up after 3 attempts of 30 s. */
export async function startChargingFleet(
  sigec: Served,
  { count, ...options }: { count: number } & Partial<FleetOptions>,
): Promise<Fleet> {
  for (const value of tokens) await sigec.post('/api/tokens', { value });
  const fleet = startFleet({
    url: sigec.ocppUrl,
    count,
    versions: ['1.6', '2.0.1', '2.1'],
    idPrefix: 'F-',
    heartbeatSeconds: 60,
    statusEverySeconds: 0,
    callTimeoutSeconds: 30,
    sampleEverySeconds: 2,
    backOff: { minimumSeconds: 0.2, randomSeconds: 0.8, doublings: 3 },
    drivers: { tokens, pauseSeconds: [0, 2], chargeSeconds: [3, 12], idleSeconds: [0, 1] },
    ...options,
  });
  await fleet.allAccepted();
  return fleet;
}

/** Waits until the stations have got so many more answers. */
export async function answers(fleet: Fleet, more: number): Promise<void> {
  const wanted = fleet.stats().answered + more;
  await expect.poll(() => fleet.stats().answered, { timeout: 120_000, interval: 50 }).toBeGreaterThanOrEqual(wanted);
}

/** Everybody leaves, and the stations tell what they still have to tell. */
export async function tellAll(fleet: Fleet): Promise<void> {
  await fleet.endVisits();
  await expect.poll(() => fleet.untold, { timeout: 120_000, interval: 100 }).toBe(0);
}

export type Comparison = {
  sessions: number;
  deliveredWh: number;
  billedWh: number;
  /** What the meters know and the product does not, or not yet as ended. */
  lost: TrueSession[];
  /** What the product has and no meter knows. */
  doubled: Session[];
  /** Not the same to the Wh. */
  differing: { truth: TrueSession; session: Session }[];
};

/** The product's sessions over REST, one by one against the stations' own meters. */
export async function compareWithTruth(sigec: Served, fleet: Fleet): Promise<Comparison> {
  const truth = fleet.truth();
  const sessions = await allSessions(sigec);
  const told = new Map(sessions.map((session) => [`${session.stationId} ${session.ref}`, session]));
  const known = new Set(truth.map(({ stationId, ref }) => `${stationId} ${ref}`));
  const find = ({ stationId, ref }: TrueSession) => told.get(`${stationId} ${ref}`);
  return {
    sessions: truth.length,
    deliveredWh: truth.reduce((sum, { deliveredWh }) => sum + deliveredWh, 0),
    billedWh: sessions.reduce((sum, { energyWh }) => sum + (energyWh ?? 0), 0),
    lost: truth.filter((one) => find(one)?.state !== 'ended'),
    doubled: sessions.filter(({ stationId, ref }) => !known.has(`${stationId} ${ref}`)),
    differing: truth.flatMap((one) => {
      const session = find(one);
      return session !== undefined && session.energyWh !== one.deliveredWh ? [{ truth: one, session }] : [];
    }),
  };
}

/** Transaction messages that were answered with an error, which tells a station to give them up in the end. */
export function refusals(fleet: Fleet): string[] {
  const { errorsByKind } = fleet.stats();
  const isOfSession = /^(TransactionEvent|StartTransaction|StopTransaction|MeterValues):/;
  const isSilence = /:(timed-out|connection-lost)$/;
  return Object.keys(errorsByKind).filter((kind) => isOfSession.test(kind) && !isSilence.test(kind));
}

/** Half a euro for each kWh, everywhere and for everybody. */
export async function priceEverywhere(sigec: Served): Promise<void> {
  await sigec.post('/api/tariffs', { id: 'everywhere', currency: 'EUR', perKwh: '0.50' });
  await sigec.post('/api/tariff-assignments', { tariffId: 'everywhere' });
}

/** Ended sessions that are not billed, or not by their energy, to the cent. */
export async function wronglyBilled(sigec: Served): Promise<ListedSession[]> {
  const sessions = await allSessions(sigec);
  return sessions.filter(({ state, energyWh, cost }) => {
    const cents = Math.floor((Math.round((energyWh ?? 0) * 1000) * 50 + 500_000) / 1_000_000);
    return state === 'ended' && (cost?.state !== 'final' || Math.round(Number(cost.total) * 100) !== cents);
  });
}

async function allSessions(sigec: Served): Promise<ListedSession[]> {
  const sessions: ListedSession[] = [];
  let after = '';
  do {
    const page: SessionPage = await sigec.get(`/api/sessions?limit=1000${after && `&after=${after}`}`);
    sessions.push(...page.sessions);
    after = page.next ?? '';
  } while (after !== '');
  return sessions;
}
