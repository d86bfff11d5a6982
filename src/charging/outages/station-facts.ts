import type { LedgerEvent } from '#contract/event.ts';
import type { EventKind } from '#contract/events/events.ts';
import type { ConnectorStatus } from '#contract/stations/station.ts';

/** What tells whether a station could charge. Times are milliseconds since 1970. */
export type StationFact = LinkFact | StatusFact;

export type LinkFact =
  | { kind: 'online'; at: number; epoch: number | null }
  | { kind: 'offline'; at: number; epoch: number | null; reason: string };

export type StatusFact = {
  kind: 'status';
  /** 0 and 0: the station as a whole. */
  evseId: number;
  connectorId: number;
  status: ConnectorStatus;
  code: string | null;
  /** By the station's clock. */
  toldAt: number;
  /** By ours. */
  recordedAt: number;
};

export const factKinds = [
  'station-connected',
  'station-went-offline',
  'connector-status',
] as const satisfies EventKind[];

const longestCode = 50;

type FactEvent = Pick<LedgerEvent, 'kind' | 'happenedAt' | 'recordedAt' | 'body'>;

export function factOf({ kind, happenedAt, recordedAt, body }: FactEvent): StationFact | undefined {
  const at = Date.parse(happenedAt);
  if (kind === 'station-connected') return { kind: 'online', at, epoch: epochOf(body) };
  if (kind === 'station-went-offline')
    return { kind: 'offline', at, epoch: epochOf(body), reason: textOf(body['reason']) ?? 'no-answer' };
  if (kind !== 'connector-status') return undefined;
  return {
    kind: 'status',
    evseId: Number(body['evseId']),
    connectorId: Number(body['connectorId']),
    status: body['status'] as ConnectorStatus,
    code: codeOf(textOf(body['reason'])),
    toldAt: at,
    recordedAt: Date.parse(recordedAt),
  };
}

/** Events of before they told the connection have none. */
function epochOf({ epoch }: Record<string, unknown>): number | null {
  return typeof epoch === 'number' ? epoch : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** "GroundFailure: E17: water in the plug" is about a GroundFailure. */
function codeOf(reason: string | null): string | null {
  return reason?.split(': ', 1)[0]?.slice(0, longestCode) ?? null;
}
