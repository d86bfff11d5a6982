import type { OcppVersion } from '#contract/stations/station.ts';
import type { ChargingProfiles } from './charging-profiles.ts';
import type { ConnectorState } from './connector-life.ts';
import type { Connectors, SimulatedConnector } from './connectors.ts';
import type { DerControls } from './der-controls.ts';
import type { DeviceModel } from './device-model.ts';
import type { SimulatedDisplays } from './displays.ts';
import type { Answer } from './frames.ts';
import type { SimulatedMonitors } from './monitors.ts';
import type { Nameplate } from './nameplate.ts';
import type { SimulatedReservations } from './reservations.ts';
import type { SessionFact, SimulatedSession } from './session-fact.ts';
import type { SimulatedSessions } from './sessions.ts';
import type { SimulatedStreams } from './streams.ts';
import type { SimulatedTill } from './till.ts';
import type { SimulatedTokens } from './tokens.ts';
import type { Trust } from './trust.ts';
import type { Upkeep } from './upkeep.ts';
import type { Visits } from './visits.ts';

/** How a station speaks one version of OCPP. */
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

/** How a version tells of a session. */
export type SessionDialect = {
  /** Whether it has a message for it. */
  tells(what: SessionFact['what']): boolean;
  actionOf(what: SessionFact['what']): string;
  requestOf(session: SimulatedSession, fact: SessionFact): object;
  takeAnswer(session: SimulatedSession, answer: object): void;
};

export type BootReason =
  | ('PowerUp' | 'RemoteReset' | 'LocalReset' | 'Triggered' | 'Unknown' | 'Watchdog')
  | 'FirmwareUpdate';
export type Registration = 'unregistered' | 'pending' | 'rejected' | 'accepted';

/** What the server's calls can do to a station. */
export type StationControls = {
  readonly version: OcppVersion;
  readonly nameplate: Nameplate;
  readonly connectors: Connectors;
  readonly registration: Registration;
  readonly heartbeatSeconds: number;
  readonly sessions: SimulatedSessions;
  readonly visits: Visits;
  readonly hasQueuedMessages: boolean;
  readonly isOnline: boolean;
  readonly tokens: SimulatedTokens;
  readonly reservations: SimulatedReservations;
  readonly till: SimulatedTill;
  readonly trust: Trust;
  readonly upkeep: Upkeep;
  /** It signs in with this one from now on, beginning with a new connection at once. */
  changePassword(password: string): void;
  readonly deviceModel: DeviceModel;
  /** Addresses of servers by slot. */
  readonly networkProfiles: Map<number, string>;
  readonly monitors: SimulatedMonitors;
  readonly streams: SimulatedStreams;
  readonly profiles: ChargingProfiles;
  readonly der: DerControls;
  readonly displays: SimulatedDisplays;
  /** Says something of its own accord, in turn; undefined when the server refused it or did not answer. */
  say(action: string, request: object): Promise<object | undefined>;
  /** The same for what cannot wait for another connection: without one it is undefined at once. */
  ask(action: string, request: object): Promise<object | undefined>;
  /** OCPP 2.1: sends what is never answered, at once. */
  send(action: string, payload: object): void;
  /** Sends the message soon, in turn. */
  trigger(message: TriggeredMessage): void;
  reboot(reason: BootReason): void;
  rebootOnceIdle(reason: BootReason): void;
};

export type TriggeredMessage =
  | { action: 'BootNotification' }
  | { action: 'Heartbeat' }
  | { action: 'StatusNotification'; connectors: readonly SimulatedConnector[] };

/** One handler per action the server may ask for; `Messages` names the version's own types. */
export type Handlers<Messages> = {
  readonly [Action in keyof Messages]: Messages[Action] extends {
    request: infer Request;
    response: infer Response extends object;
  }
    ? (request: Request, station: StationControls) => { payload: Response; afterwards?: () => void }
    : never;
};

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
