import type { OcppVersion } from '#contract/station.ts';
import type { ConnectorState } from './connector-life.ts';
import type { Connectors, SimulatedConnector } from './connectors.ts';
import type { Answer } from './frames.ts';
import type { Nameplate } from './nameplate.ts';

/** How a station speaks one version of OCPP. */
export type Dialect = {
  readonly version: OcppVersion;
  /** OCPP 1.6 also reports the station as a whole, as its connector 0. */
  readonly reportsStation: boolean;
  bootRequest(nameplate: Nameplate, reason: BootReason): object;
  statusRequest(connector: SimulatedConnector, nameplate: Nameplate): object;
  wordFor(state: ConnectorState): string;
  answer(action: string, payload: Record<string, unknown>, station: StationControls): Answer;
};

export type BootReason = 'PowerUp' | 'RemoteReset' | 'LocalReset' | 'Triggered' | 'Unknown' | 'Watchdog';
export type Registration = 'unregistered' | 'pending' | 'rejected' | 'accepted';

/** What the server's calls can do to a station. */
export type StationControls = {
  readonly nameplate: Nameplate;
  readonly connectors: Connectors;
  readonly registration: Registration;
  readonly heartbeatSeconds: number;
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

/** Finds the handler of an action. Types are all that is shared with the server, so a request is taken by its type, unchecked. */
export function answerBy<Messages>(handlers: Handlers<Messages>): Dialect['answer'] {
  const byAction = new Map<string, AnyHandler>(Object.entries(handlers));
  return (action, payload, station) => {
    const handler = byAction.get(action);
    return (
      handler?.(payload, station) ?? { error: 'NotImplemented', description: `This station does not know ${action}` }
    );
  };
}
