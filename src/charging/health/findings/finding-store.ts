import type { Pool } from 'pg';
import type {
  Cohort,
  Finding,
  FindingCause,
  FindingDetector,
  FindingEvidence,
  FindingKind,
  FindingList,
  FindingQuery,
  FindingSeverity,
  FindingVerdict,
  RemedyStep,
} from '#contract/findings/finding.ts';
import { type AtSites, atSitesSql } from '../../at-sites.ts';
import { changeProjection, readRows, tableProjection } from '../../rows.ts';
import { adviceOf, titleOf, whyOf } from './finding-sentences.ts';

/** The numbers of a finding's sentence: how many of how many, in how many hours, now and usually. */
export type Figures = Partial<Record<'count' | 'of' | 'hours' | 'now' | 'usual', number>>;

export type FindingRow = {
  id: string;
  kind: FindingKind;
  stationId: string | null;
  evseId: number | null;
  connectorId: number | null;
  vendor: string | null;
  model: string | null;
  firmwareVersion: string | null;
  severity: FindingSeverity;
  detector: FindingDetector;
  risk: number;
  horizonHours: number;
  cause: FindingCause;
  code: string | null;
  action: RemedyStep;
  figures: Figures;
  evidence: readonly FindingEvidence[];
  openedAt: Date;
  lastSeenAt: Date;
};

/** A detector that reads the same part of the ledger twice finds the same. */
export const openedFindings = tableProjection<FindingRow>({
  name: 'findings',
  table: 'finding',
  key: ['id'],
  again: 'keep',
});

export type ClosedRow = {
  id: string;
  closedAt: Date;
  closedBy: string | null;
  verdict: FindingVerdict;
  actualCause: FindingCause | null;
  note: string | null;
};

/** That its detector sees it still. */
export const seenFindings = changeProjection<Pick<FindingRow, 'id' | 'lastSeenAt'>>({
  name: 'findings seen again',
  table: 'finding',
  key: ['id'],
});

/** Whoever was first stays named. */
export const closedFindings = changeProjection<ClosedRow>({
  name: 'closed findings',
  table: 'finding',
  key: ['id'],
  where: "known.closed_at is null or known.verdict = 'passed'",
});

type Stored = Omit<FindingRow, 'openedAt' | 'lastSeenAt'> &
  Pick<Finding, 'openedAt' | 'lastSeenAt' | 'closedAt' | 'closedBy' | 'verdict' | 'actualCause' | 'note'>;

const columns = `id, kind, station_id, evse_id, connector_id, vendor, model, firmware_version, severity, detector, risk, horizon_hours,
  cause, code, action, figures, evidence, opened_at, last_seen_at, closed_at, closed_by, verdict, actual_cause, note`;
const gravity = "array_position(array['critical', 'warning', 'notice'], severity)";

export type FindingsAsked = FindingQuery & AtSites;

export async function readFindings(pool: Pool, asked: FindingsAsked): Promise<FindingList> {
  const { state, stationId, siteId, kind, limit, atSites } = asked;
  const isOpen = state === 'all' ? null : state === 'open';
  const rows = await readRows<Stored>(
    pool,
    `select ${columns} from finding
     where ($1::boolean is null or (closed_at is null) = $1) and ($2::text is null or station_id = $2)
       and ($3::text is null or station_id in (select station_id from station_place where site_id = $3))
       and ($4::text is null or kind = $4) and ($5::text[] is null or ${atSitesSql('station_id', '$5')})
     order by closed_at desc nulls first, ${gravity}, risk desc, opened_at desc, id limit $6`,
    [isOpen, stationId ?? null, siteId ?? null, kind ?? null, atSites ?? null, limit],
  );
  const { rows: counted } = await pool.query<Record<'open' | 'trueAlarms' | 'falseAlarms' | 'passed', number>>(
    `select count(*) filter (where closed_at is null)::integer as open,
       count(*) filter (where verdict = 'true-alarm')::integer as "trueAlarms",
       count(*) filter (where verdict = 'false-alarm')::integer as "falseAlarms",
       count(*) filter (where verdict = 'passed')::integer as passed
     from finding where $1::text[] is null or ${atSitesSql('station_id', '$1')}`,
    [atSites ?? null],
  );
  const { open = 0, ...judged } = counted[0] ?? { trueAlarms: 0, falseAlarms: 0, passed: 0 };
  const all = judged.trueAlarms + judged.falseAlarms;
  return {
    findings: rows.map(toFinding),
    open,
    field: { ...judged, precision: all === 0 ? null : judged.trueAlarms / all },
  };
}

export async function readFinding(pool: Pool, id: string): Promise<Finding | undefined> {
  const rows = await readRows<Stored>(pool, `select ${columns} from finding where id = $1`, [id]);
  return rows.map(toFinding)[0];
}

function toFinding(row: Stored): Finding {
  const { vendor, model, firmwareVersion, figures: _figures, evidence, ...rest } = row;
  const cohort: Cohort | null = vendor === null || model === null ? null : { vendor, model, firmwareVersion };
  return {
    ...rest,
    cohort: row.stationId === null ? cohort : null,
    evidence: [...evidence],
    title: titleOf(row),
    why: whyOf(row),
    advice: adviceOf(row.action),
  };
}
