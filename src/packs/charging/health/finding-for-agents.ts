import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Finding, FindingEvidence, StationRisk } from '#contract/findings/finding.ts';
import { inWords } from '#contract/problems/problem-words.ts';

/** Loosely described: agents read it as it comes, and the list of tools stays small. */
export const shownFinding = z
  .record(z.string(), z.unknown())
  .describe(
    'finding_id, kind, charge_point_id (absent: all of a model or firmware), evse_id, severity, risk within horizon_hours, probable_cause, recommended_step, title, why, advice, evidence (event_id opens by list_events), opened_at',
  );

/** In a list each finding shows the newest of its evidence; `diagnose_station` shows all. */
export const listedEvidence = 4;

export function listedFinding(finding: Finding): Record<string, unknown> {
  const { evidence, ...rest } = findingForAgents({ ...finding, evidence: finding.evidence.slice(-listedEvidence) });
  return { ...rest, evidence, evidence_count: finding.evidence.length };
}

export function findingForAgents(finding: Finding): Record<string, unknown> {
  const { title, why, advice, cohort, evidence } = finding;
  const english = (said: Finding['title']) => untrustedText(inWords(said, { language: 'en' }) ?? said.code, 300);
  return {
    finding_id: finding.id,
    kind: finding.kind,
    charge_point_id: finding.stationId === null ? undefined : untrustedText(finding.stationId),
    evse_id: finding.evseId ?? undefined,
    model: untrustedTextIfAny(cohort?.model ?? null),
    firmware_version: untrustedTextIfAny(cohort?.firmwareVersion ?? null),
    severity: finding.severity,
    risk: finding.risk,
    horizon_hours: finding.horizonHours,
    probable_cause: finding.cause,
    reported_code: untrustedTextIfAny(finding.code),
    recommended_step: finding.action,
    said: { title, why, advice },
    title: english(title),
    why: english(why),
    advice: english(advice),
    evidence: evidence.map(evidenceForAgents),
    opened_at: finding.openedAt,
    verdict: finding.verdict ?? undefined,
  };
}

export const shownEvidence = z
  .array(z.record(z.string(), z.unknown()))
  .describe('at, signal, value, event_id; the newest ones');

export function evidenceForAgents({
  eventId,
  sessionRef,
  at,
  signal,
  value,
}: FindingEvidence): Record<string, unknown> {
  return { event_id: eventId ?? undefined, session_ref: untrustedTextIfAny(sessionRef), at, signal, value };
}

export const shownRisk = z
  .record(z.string(), z.unknown())
  .describe(
    'charge_point_id, evse_id, risk within horizon_hours, kind: what it would be, has_finding: an open finding tells of it',
  );

export function riskForAgents(told: StationRisk): Record<string, unknown> {
  const { stationId, evseId, risk, horizonHours, kind, hasFinding } = told;
  return {
    charge_point_id: untrustedText(stationId),
    evse_id: evseId ?? undefined,
    risk,
    horizon_hours: horizonHours,
    kind,
    has_finding: hasFinding,
  };
}
