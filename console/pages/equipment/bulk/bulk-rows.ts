import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { isEffect } from '../../station/commands/is-effect.ts';

export type BulkAsk = { name: string; input: Record<string, unknown>; why?: string | undefined };
type Ended = Pick<Outcome, 'status' | 'code' | 'reason'>;

/** How far the command is at one station. */
export type BulkRow = {
  stationId: string;
  /** `sent`: it has left for the station, which has not answered yet. */
  step: 'asked' | 'sent' | 'ended';
  commandId: string | null;
  outcome: Ended | null;
  /** When what was asked for was seen to happen. */
  effectAt: string | null;
};

export type BulkRows = ReadonlyMap<string, BulkRow>;

export function askedRows(stationIds: readonly string[]): Map<string, BulkRow> {
  return new Map(
    stationIds.map((stationId) => [
      stationId,
      { stationId, step: 'asked', commandId: null, outcome: null, effectAt: null } satisfies BulkRow,
    ]),
  );
}

/** What an event of the ledger tells of it; undefined: nothing. */
export function afterEvent(rows: BulkRows, ask: BulkAsk, event: LedgerEvent): BulkRow | undefined {
  const { kind, stationId, body } = event;
  const row = stationId === null ? undefined : rows.get(stationId);
  if (row === undefined) return undefined;
  const commandId = typeof body['commandId'] === 'string' ? body['commandId'] : null;
  if (kind === 'command-asked' && row.step === 'asked' && body['name'] === ask.name)
    return { ...row, step: 'sent', commandId };
  if (kind === 'command-ended' && row.step !== 'ended' && commandId !== null && commandId === row.commandId)
    return { ...row, step: 'ended', outcome: endedOf(body) };
  if (row.effectAt === null && isEffect({ ...ask, stationId: row.stationId }, event))
    return { ...row, effectAt: event.happenedAt };
  return undefined;
}

/** What the server answered in the end, which outweighs what was heard meanwhile. */
export function afterAnswer(row: BulkRow, { id, outcome }: CommandRecord): BulkRow {
  return { ...row, step: 'ended', commandId: id, outcome };
}

export function hasFailed({ outcome }: BulkRow): boolean {
  return outcome !== null && outcome.status !== 'accepted';
}

function endedOf(body: Record<string, unknown>): Ended {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { status: body['status'] as Outcome['status'], code: text(body['code']), reason: text(body['reason']) };
}
