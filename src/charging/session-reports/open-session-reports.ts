import { createHash } from 'node:crypto';
import type { SessionLimits } from '#contract/sessions/limits.ts';
import type { Authorization } from '../authorization/open-authorization.ts';
import type { AuthorizationAsk, AuthorizationDecision } from '../authorization/station-authorization.ts';
import type { Payments } from '../payments/open-payments.ts';
import type { SessionLimitRegistry } from '../session-limits/open-session-limits.ts';
import type { Sessions } from '../sessions/open-sessions.ts';
import { blankEvent, type SessionEvent } from '../sessions/record/session-event.ts';
import { isOurNumber } from '../sessions/record/transaction-id.ts';
import { unusableReadings } from '../sessions/record/unusable-values.ts';
import type { Tariffs } from '../tariffs/open-tariffs.ts';
import { type EventReport, noTime, type SessionReports } from './session-report.ts';

type Needs = {
  sessions: Pick<Sessions, 'record' | 'recordMeterValues' | 'transactionIdFor' | 'nameOf'>;
  authorization: Pick<Authorization, 'idOf' | 'decide' | 'evidence'>;
  tariffs: Pick<Tariffs, 'tellPrice' | 'recordStationCost'>;
  payments: Pick<Payments, 'recordCard'>;
  sessionLimits: Pick<SessionLimitRegistry, 'toTell' | 'recordInForce' | 'hasCostLimit'>;
};

/** Names the session and the event, decides about the token, and keeps all of it in one commit. */
export function openSessionReports(needs: Needs): SessionReports {
  const { sessions, authorization, tariffs, payments } = needs;

  async function recordWithToken(event: SessionEvent, shown: TokenShown): Promise<AuthorizationDecision> {
    const ask = { ...shown, stationId: event.stationId, at: event.at };
    const decision = await authorization.decide(ask);
    const token = { hash: decision.tokenId, type: shown.tokenType ?? null };
    await sessions.record({ ...event, token }, authorization.evidence(ask, decision));
    return decision;
  }

  async function record(event: SessionEvent, shown: TokenShown | undefined) {
    if (shown !== undefined) return recordWithToken(event, shown);
    await sessions.record(event);
    return undefined;
  }

  return {
    async start({ token, timestamp, ...report }) {
      const { stationId, evseId, registerWh } = report;
      // OCPP 1.6 gives a start no id of its own: these four are what two deliveries of one start have in common.
      const startKey = [evseId, authorization.idOf({ token }), timestamp, registerWh].join('|');
      const transactionId = await sessions.transactionIdFor(stationId, startKey);
      const ref = String(transactionId);
      const key = `start:${startKey}`;
      const event = { ...blankEvent, ...report, ref, key, kind: 'started', toldAt: toldAt(timestamp) } as const;
      const shown = { token, evseId, purpose: 'start', sessionRef: ref } as const;
      return { transactionId, decision: await recordWithToken({ ...event, startKey, connectorId: 1 }, shown) };
    },
    async stop({ transactionId, token, timestamp, leftOutReadings, ...report }) {
      const stop = `${timestamp}:${report.registerWh}`;
      // A station that never learned its number says 0 or -1: each such stop stands alone until it is matched with a start.
      const alone = { ref: `unknown:${stop}`, key: `stop:unknown:${stop}:${stop}` };
      const event = {
        ...blankEvent,
        ...report,
        ...(isOurNumber(transactionId) ? { ref: String(transactionId), key: `stop:${transactionId}:${stop}` } : alone),
        otherwise: alone,
        kind: 'ended',
        toldAt: toldAt(timestamp),
        ...unusableReadings(leftOutReadings),
      } as const;
      return record(event, token === undefined ? undefined : { token, purpose: 'stop' });
    },
    async meterValues({ transactionId, timestamp, written, leftOutReadings, ...report }) {
      const digest = createHash('sha256').update(JSON.stringify(written)).digest('base64url').slice(0, 22);
      const named = transactionId === undefined ? [] : [transactionId];
      const key = ['meter', report.evseId ?? 0, ...named, digest].join(':');
      if (!isOurNumber(transactionId))
        return sessions.recordMeterValues({ ...report, sessionRef: null, key, leftOut: leftOutReadings });
      await sessions.record({
        ...blankEvent,
        ...report,
        ref: String(transactionId),
        key,
        kind: 'updated',
        ...(timestamp !== undefined && { toldAt: toldAt(timestamp) }),
        ...unusableReadings(leftOutReadings),
      });
    },
    async event(report) {
      const { transactionId, timestamp, leftOutReadings, token, payment, cost, limits, ...reported } = report;
      const { stationId, kind, at, receivedAt, evseId, isOffline } = reported;
      const ref = await sessions.nameOf({ stationId, transactionId, kind, at, hasTime: at !== receivedAt, evseId });
      const event: SessionEvent = {
        ...blankEvent,
        ...reported,
        ref,
        key: String(reported.seqNo),
        toldAt: toldAt(timestamp),
        ...unusableReadings(leftOutReadings),
      };
      const hasBegun = kind !== 'started';
      const decision = await record(event, token && { ...token, evseId, sessionRef: ref, hasBegun, isOffline });
      const price = hasBegun && cost === undefined ? await tariffs.tellPrice({ stationId, ref }) : undefined;
      const session = { stationId, sessionRef: ref, at };
      if (payment !== undefined) await payments.recordCard({ ...payment, ...session, evseId });
      if (cost !== undefined) await tariffs.recordStationCost({ ...cost, ...session, isFinal: kind === 'ended' });
      return { decision, price, limits: await limitsFor(needs, { ...report, ref, credit: decision?.maxCost }) };
    },
  };
}

type TokenShown = Omit<AuthorizationAsk, 'stationId' | 'at'>;

/** The limits that hold are kept; those that were asked for with a remote start, or that the driver's credit sets, go back. */
async function limitsFor(
  { sessionLimits }: Needs,
  { stationId, ref: sessionRef, limits, remoteStartId, credit, at }: LimitedEvent,
): Promise<SessionLimits | undefined> {
  if (limits === undefined) return undefined;
  if (limits !== null) await sessionLimits.recordInForce({ stationId, sessionRef, limits, at });
  const asked =
    remoteStartId === null ? undefined : await sessionLimits.toTell({ stationId, sessionRef, remoteStartId });
  // C17: told once. Whoever is told again with each event would report it again and again.
  const isSaid = credit !== undefined && (await sessionLimits.hasCostLimit({ stationId, sessionRef }));
  const cost = lowerCost(asked?.cost, isSaid ? undefined : credit);
  return asked === undefined && cost === undefined ? undefined : { ...asked, ...(cost !== undefined && { cost }) };
}

type LimitedEvent = EventReport & { ref: string; credit: string | undefined };

/** Of two limits on the cost, the lower one holds: credit on a card does not grow by what was asked for. */
function lowerCost(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Number(one) <= Number(other) ? one : other;
}

/** The time as the station wrote it; null where it wrote none. */
function toldAt(timestamp: string): string | null {
  return timestamp === noTime ? null : timestamp;
}
