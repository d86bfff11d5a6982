import { expect } from 'vitest';
import type { SimulatedConnector } from '../../src/simulator/connectors.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import type { StationSettings } from '../../src/simulator/station-settings.ts';
import { accepting, type ReceivedCall, type SmallServer } from './small-station-server.ts';

/** A simulated second, in the tests. */
export const secondMs = 20;

export const inUse = { status: 'occupied', activity: 'charging', fault: null } as const;

export function startStation(server: SmallServer, settings: Partial<StationSettings> = {}): SimulatedStation {
  const station = new SimulatedStation({
    id: 'CP-1',
    version: '2.0.1',
    url: server.url,
    nameplate: {
      vendor: 'Tucano Eletrica',
      model: 'Praia Duo',
      serialNumber: 'TED1',
      firmwareVersion: '4',
      iccid: null,
      evseCount: 2,
    },
    statusEverySeconds: 0,
    backOff: { minimumSeconds: 1, randomSeconds: 0, doublings: 1 },
    rebootSeconds: 1,
    callTimeoutSeconds: 500,
    secondMs,
    ...settings,
    onEvent: (event) => {
      settings.onEvent?.(event);
      server.notify();
    },
  });
  station.start();
  return station;
}

/** A station that has been accepted and has reported its connectors. */
export async function startAccepted(
  server: SmallServer,
  settings: Partial<StationSettings> = {},
): Promise<SimulatedStation> {
  const station = startStation(server, settings);
  await server.until(() => statusReports(server).length === station.connectors.all.length);
  await expectQuiet(server);
  return station;
}

/** Whatever the station had to say, it would have said before it answers this. */
export async function expectQuiet(server: SmallServer): Promise<void> {
  expect(await server.ask('CP-1', 'AreYouDone', {})).toEqual({ error: 'NotImplemented' });
}

export function statusReports(server: SmallServer): ReceivedCall[] {
  return server.calls.filter(({ action }) => action === 'StatusNotification');
}

export function trigger(server: SmallServer, requestedMessage: string, where: object = {}): Promise<object> {
  return server.ask('CP-1', 'TriggerMessage', { requestedMessage, ...where });
}

/** Answers one boot after the other as told, the last for ever; the interval is two seconds unless told. */
export function registering(
  ...boots: (string | { status: string; interval: number })[]
): (call: ReceivedCall) => object {
  let answered = 0;
  return (call) => {
    if (call.action !== 'BootNotification') return accepting()(call);
    const boot = boots[Math.min(answered, boots.length - 1)];
    answered += 1;
    return {
      currentTime: new Date().toISOString(),
      interval: 2,
      ...(typeof boot === 'string' ? { status: boot } : boot),
    };
  };
}

export function gapMs(first: ReceivedCall | undefined, second: ReceivedCall | undefined): number {
  if (first === undefined || second === undefined) throw new Error('a call is missing');
  return second.at - first.at;
}

/** The connector of an EVSE. */
export function connectorOf(station: SimulatedStation, evseId: number): SimulatedConnector {
  const [connector] = station.connectors.find({ evseId });
  if (connector === undefined) throw new Error(`${station.id} has no EVSE ${evseId}`);
  return connector;
}
