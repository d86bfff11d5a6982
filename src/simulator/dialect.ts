import type { OCPP16, OCPP21 } from 'typed-ocpp';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { ConnectorState } from './connector-life.ts';
import type { SimulatedConnector } from './connectors.ts';
import type { Answer } from './frames.ts';
import type { Nameplate } from './nameplate.ts';
import type { SessionFact, SimulatedSession } from './session-fact.ts';
import type { SimulatedStation } from './station.ts';

export type Dialect = {
  readonly version: OcppVersion;
  /** OCPP 1.6 also reports the station as a whole, as its connector 0. */
  readonly reportsStation: boolean;
  bootRequest(nameplate: Nameplate, reason: BootReason): object;
  statusRequest(connector: SimulatedConnector, nameplate: Nameplate): object;
  wordFor(state: ConnectorState): string;
  readonly sessions: SessionDialect;
  answer(action: string, payload: Record<string, unknown>, station: StationControls): Answer;
};

export type SessionDialect = {
  tells(what: SessionFact['what']): boolean;
  actionOf(what: SessionFact['what']): string;
  requestOf(session: SimulatedSession, fact: SessionFact): object;
  takeAnswer(session: SimulatedSession, answer: object): void;
};

export type BootReason =
  | ('PowerUp' | 'RemoteReset' | 'LocalReset' | 'Triggered' | 'Unknown' | 'Watchdog')
  | 'FirmwareUpdate';
export type Registration = 'unregistered' | 'pending' | 'rejected' | 'accepted';

/** What the server's calls act upon. */
export type StationControls = SimulatedStation;

export type TriggeredMessage =
  | { action: 'BootNotification' }
  | { action: 'Heartbeat' }
  | { action: 'StatusNotification'; connectors: readonly SimulatedConnector[] };

type Call = readonly [type: unknown, id: string, action: string, payload: object];
type CallOf<Calls extends Call, Name> = Calls extends Call ? (`${Calls[2]}` extends Name ? Calls : never) : never;
type Handler<Request, Response extends object> = (
  request: Request,
  station: StationControls,
) => { payload: Response; afterwards?: () => void };

/** Handlers of actions that a server of OCPP 1.6 may ask for, in the types of the version. */
export type Handlers16 = {
  readonly [Name in `${OCPP16.Action}`]?: Handler<
    CallOf<OCPP16.Call, Name>[3],
    OCPP16.CheckedCallResult<CallOf<OCPP16.Call, Name>>[2]
  >;
};

/** The same of OCPP 2.x, in the types of 2.1, which only adds to its elder. */
export type Handlers2 = {
  readonly [Name in `${OCPP21.Action}`]?: Handler<
    CallOf<OCPP21.Call, Name>[3],
    OCPP21.CheckedCallResult<CallOf<OCPP21.Call, Name>>[2]
  >;
};

/** An answer that is a status alone. */
export function withStatus<Status extends string>(status: Status, afterwards?: () => void) {
  return { payload: { status }, ...(afterwards !== undefined && { afterwards }) };
}

type AnyHandler = (request: Record<string, unknown>, station: StationControls) => Answer;

/**
 * Finds the handler of an action among the groups, each of which is typed by its own messages. Types are all that is shared
 * with the server, so a request is taken by its type, unchecked.
 */
export function answerBy(...groups: readonly object[]): Dialect['answer'] {
  const byAction = new Map<string, AnyHandler>(groups.flatMap((handlers) => Object.entries(handlers)));
  return (action, payload, station) => {
    const handler = byAction.get(action);
    return (
      handler?.(payload, station) ?? { error: 'NotImplemented', description: `This station does not know ${action}` }
    );
  };
}
