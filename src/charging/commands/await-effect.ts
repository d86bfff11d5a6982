import type { Pool } from 'pg';
import type { CommandRecord, Effect, Outcome } from '#contract/commands/command.ts';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { AskedRow } from './command-store.ts';

type Awaited = {
  asked: AskedRow;
  outcome: Outcome;
  effects: readonly StoredKind[];
  /** The ledger is read from here on, a little before the command. */
  since: string;
  waitSeconds: number;
  signal: AbortSignal | undefined;
};

/** The first event after the command that shows what the station really did; null: nothing was seen in that time. */
export async function awaitEffect(needs: { ledger: Ledger; pool: Pool }, awaited: Awaited): Promise<Effect | null> {
  const { asked, effects, since, waitSeconds, signal } = awaited;
  if (effects.length === 0) return null;
  const isEffect = await effectOf(needs.pool, awaited);
  const timeout = AbortSignal.timeout(waitSeconds * 1000);
  const patience = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  let isAfterCommand = false;
  for await (const event of needs.ledger.follow({ since, signal: patience })) {
    const { id, kind, body, happenedAt } = event;
    if (kind === 'command-asked' && body['commandId'] === asked.id) isAfterCommand = true;
    else if (isAfterCommand && event.stationId === asked.stationId && effects.includes(kind) && isEffect(event))
      return { kind, eventId: id, at: happenedAt };
  }
  return null;
}

type IsEffect = (event: LedgerEvent) => boolean;

/** A station reports many things of its own accord: only what is about the same place, session or request counts. */
async function effectOf(pool: Pool, { asked, outcome }: Awaited): Promise<IsEffect> {
  const { name, input, stationId, requestId } = asked;
  const isThere: IsEffect = ({ body }) => isAt(input, body);
  switch (name) {
    case 'reset': {
      // Of one EVSE, where the version can say so: the station goes on, and tells the EVSE's status. Without an answer nobody knows.
      const isAnswered = outcome.status === 'accepted';
      const isOfOne =
        isAnswered && input['evseId'] !== undefined && !outcome.losses.some(({ field }) => field === 'evseId');
      return (event) => event.kind === 'station-booted' || (isOfOne && isThere(event));
    }
    case 'unlock':
      return isThere;
    case 'set-availability':
      return (event) => isThere(event) && (event.body['status'] !== 'unavailable') === input['isOperative'];
    case 'start-session':
      return (event) => isStartOf({ stationId, input, outcome }, event);
    case 'stop-session': {
      const ref = await refOf(pool, String(input['sessionId']));
      return ({ body }) => body['type'] === 'ended' && body['ref'] === ref;
    }
    default: // what names the request it belongs to, such as a report, is the effect of that request alone
      return ({ body }) => body['requestId'] === undefined || body['requestId'] === requestId;
  }
}

function isAt(wanted: Record<string, unknown>, told: Record<string, unknown>): boolean {
  return ['evseId', 'connectorId'].every((part) => wanted[part] === undefined || wanted[part] === told[part]);
}

async function refOf(pool: Pool, sessionId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ ref: string }>('select ref from session where id = $1', [sessionId]);
  return rows[0]?.ref;
}

/**
 * OCPP 2.x repeats the number of the remote start, or had named the running session in its answer. OCPP 1.6 does neither:
 * there it is the start with that token, at that EVSE if one was named.
 */
export function isStartOf(
  { stationId, input, outcome }: Pick<CommandRecord, 'stationId' | 'input' | 'outcome'>,
  event: LedgerEvent,
): boolean {
  const { body } = event;
  if (event.kind !== 'session-event' || event.stationId !== stationId) return false;
  const { remoteStartId, ref } = outcome?.answer ?? {};
  if (typeof ref === 'string') return body['ref'] === ref;
  if (typeof body['remoteStartId'] === 'number') return body['remoteStartId'] === remoteStartId;
  return (
    body['type'] === 'started' &&
    body['tokenHash'] === (input['token'] ?? input['tokenId']) &&
    (input['evseId'] === undefined || body['evseId'] === input['evseId'])
  );
}
