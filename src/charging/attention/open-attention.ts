import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { AttentionItem, AttentionKind } from '#contract/attention.ts';
import type { ExpiringCertificate } from '#contract/stations/certificates.ts';
import type { AtSites } from '../at-sites.ts';
import type { Certificates } from '../certificates/open-certificates.ts';
import type { Health } from '../health/open-health.ts';
import type { PendingStation, PendingStations } from '../stations/pending-stations.ts';
import type { StationRegister } from '../stations/station-register.ts';
import {
  type Reading,
  readEnergy,
  readFaulted,
  readLists,
  readOddSessions,
  readOffline,
  readRejected,
  readSecurityEvents,
  readSettings,
} from './attention-store.ts';

type Needs = {
  pool: Pool;
  clock: Clock;
  certificates: Pick<Certificates, 'findExpiring'>;
  pendingStations: Pick<PendingStations, 'all'>;
  register: Pick<StationRegister, 'get'>;
  health: Pick<Health, 'findings'>;
};

/** The kinds that are about stations; the others are told by whoever knows proposals and the database. */
export type StationTrouble = Exclude<AttentionKind, 'proposal' | 'not-ready'>;
type Asked = AtSites & { perKind: number; kinds: ReadonlySet<StationTrouble> };
type Found = { items: AttentionItem[]; counts: Partial<Record<AttentionKind, number>> };
type OneKind = { items: AttentionItem[]; count: number };

const dayMs = 86_400_000;
const certificateDays = 30;

export type Attention = ReturnType<typeof openAttention>;

/** What needs a person, of everything that stations bring about: read when it is asked for, nothing is kept. */
export function openAttention(needs: Needs) {
  const { pool, clock } = needs;
  return {
    /** In no particular order. */
    async find({ perKind: limit, kinds, atSites }: Asked): Promise<Found> {
      const reading = { limit, atSites };
      const today = { ...reading, since: new Date(clock.now().getTime() - dayMs) };
      const pending = atSites === undefined ? needs.pendingStations.all() : []; // one that is pending stands at no site
      const waiting = pending.filter(({ reason }) => reason !== 'rejected'); // somebody has decided
      const kindsOf: Record<StationTrouble, () => Promise<OneKind>> = {
        pending: async () => pendingStations(needs, waiting, limit),
        energy: async () => energy(pool, reading),
        faulted: async () => told(await readFaulted(pool, reading), 'faulted', 'critical'),
        offline: async () => offline(pool, { ...reading, except: pending.map(({ stationId }) => stationId) }),
        'security-event': async () => securityEvents(pool, reading),
        finding: () => findings(needs, reading),
        certificate: () => certificates(needs, reading),
        'settings-not-in-sync': async () => told(await readSettings(pool, reading), 'settings-not-in-sync', 'notice'),
        'list-not-in-sync': async () => told(await readLists(pool, reading), 'list-not-in-sync', 'notice'),
        'odd-session': async () => told(await readOddSessions(pool, today), 'odd-session', 'notice'),
        'rejected-token': async () => told(await readRejected(pool, today), 'rejected-token', 'notice'),
      };
      const asked = await Promise.all([...kinds].map(async (kind) => [kind, await kindsOf[kind]()] as const));
      return {
        items: asked.flatMap(([, { items }]) => items),
        counts: Object.fromEntries(
          asked.filter(([, { count }]) => count > 0).map(([kind, { count }]) => [kind, count]),
        ),
      };
    },
  };
}

function oneKind(items: AttentionItem[], count: number): OneKind {
  return { items, count };
}

type Told = { rows: object[]; count: number };

/** Rows that hold the facts of their kind already. The id is made of what tells two of them apart. */
function told({ rows, count }: Told, kind: StationTrouble, severity: AttentionItem['severity']): OneKind {
  return oneKind(
    rows.map((row) => {
      const { count: _count, ...facts } = row as Record<string, unknown>;
      const { stationId, sessionId, eventId, tokenId, reason } = facts;
      const name = [stationId, sessionId, eventId, tokenId, kind === 'rejected-token' ? reason : undefined];
      const id = [kind, ...name.filter((part) => typeof part === 'string')].join(':');
      return { id, kind, severity, ...facts } as AttentionItem;
    }),
    count,
  );
}

/** A limit that could be passed is for somebody now; the rest is reckoned with meanwhile. */
async function energy(pool: Pool, reading: Reading): Promise<OneKind> {
  const { rows, count } = await readEnergy(pool, reading);
  const items = rows.map(
    ({ siteId, stationId, trouble, subject, title, since }): AttentionItem => ({
      id: `energy:${siteId}:${trouble}:${subject}`,
      kind: 'energy',
      severity: trouble === 'limit-not-safe' ? 'critical' : 'warning',
      since,
      siteId,
      stationId,
      title,
    }),
  );
  return oneKind(items, count);
}

/** One that never came is a task for whoever sets it up, and no alarm. */
async function offline(pool: Pool, reading: Reading & { except: readonly string[] }): Promise<OneKind> {
  const { items, count } = told(await readOffline(pool, reading), 'offline', 'warning');
  const hasNeverCome = (item: AttentionItem) => item.kind === 'offline' && item.reason === 'never-connected';
  return oneKind(
    items.map((item) => (hasNeverCome(item) ? { ...item, severity: 'notice' } : item)),
    count,
  );
}

async function securityEvents(pool: Pool, reading: Reading): Promise<OneKind> {
  const { rows, count } = await readSecurityEvents(pool, reading);
  const { items } = told({ rows, count }, 'security-event', 'warning');
  return oneKind(
    items.map((item, index) => ({ ...item, severity: rows[index]?.severity ?? 'warning' })),
    count,
  );
}

async function findings({ health }: Needs, { atSites, limit }: Reading): Promise<OneKind> {
  const { findings: all, open } = await health.findings({ state: 'open', limit, atSites });
  const items = all.map(
    ({ id, kind, severity, openedAt, stationId, title }): AttentionItem => ({
      id: `finding:${id}`,
      kind: 'finding',
      severity,
      since: openedAt,
      stationId,
      findingId: id,
      findingKind: kind,
      title,
    }),
  );
  return oneKind(items, open);
}

async function certificates(needs: Needs, { atSites, limit }: Reading): Promise<OneKind> {
  const expiring = await needs.certificates.findExpiring(certificateDays);
  const shown = expiring.filter(
    ({ severity, stationId }) => severity !== 'fine' && (atSites === undefined || stationId !== null),
  );
  const here = atSites === undefined ? shown : await atTheirSites(needs, shown, atSites);
  return oneKind(here.slice(0, limit).map(certificateItem), here.length);
}

async function atTheirSites(
  { pool }: Needs,
  all: readonly ExpiringCertificate[],
  atSites: readonly string[],
): Promise<ExpiringCertificate[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select station_id as id from station_place where site_id = any($1) and station_id = any($2)',
    [atSites, all.map(({ stationId }) => stationId)],
  );
  const theirs = new Set(rows.map(({ id }) => id));
  return all.filter(({ stationId }) => stationId !== null && theirs.has(stationId));
}

function certificateItem({
  stationId,
  purpose,
  subject,
  serialNumber,
  expiresAt,
  severity,
}: ExpiringCertificate): AttentionItem {
  return {
    id: `certificate:${serialNumber}:${stationId ?? ''}`,
    kind: 'certificate',
    severity: severity === 'warning' ? 'warning' : 'critical',
    since: null,
    stationId,
    purpose,
    subject,
    expiresAt,
  };
}

/** Those who wait longest. One that is known here and was not rejected is one of ours that cannot prove who it is. */
function pendingStations({ register }: Needs, waiting: readonly PendingStation[], limit: number): OneKind {
  const longest = waiting.toSorted((one, other) => one.since.getTime() - other.since.getTime()).slice(0, limit);
  const items = longest.map(
    ({ stationId, since, reason, version, address, attempts, boot }): AttentionItem => ({
      id: `pending:${stationId}`,
      kind: 'pending',
      severity: 'warning',
      since: since.toISOString(),
      stationId,
      reason,
      version,
      address,
      attempts,
      vendor: boot?.vendor ?? null,
      model: boot?.model ?? null,
      isKnown: register.get(stationId)?.isRejected === false,
    }),
  );
  return oneKind(items, waiting.length);
}
