import type { ConnectorStatusEnumType } from 'typed-ocpp/dist/ocpp21/types.js';
import type { ConnectorActivity, ConnectorStatus } from '#contract/stations/station.ts';
import { pick, type Random } from './random.ts';

/** The words of OCPP 1.6 for what is wrong, the station's own text, and its vendor's code. */
export type Fault = { code: FaultCode; info: string; vendorCode: string };
export type FaultCode =
  | 'GroundFailure'
  | 'HighTemperature'
  | 'ConnectorLockFailure'
  | 'OverCurrentFailure'
  | 'PowerSwitchFailure'
  | 'PowerMeterFailure';

export type ConnectorState = {
  status: ConnectorStatus;
  activity: ConnectorActivity | null;
  fault: Fault | null;
};

export const freeState: ConnectorState = { status: 'available', activity: null, fault: null };
export const outOfServiceState: ConnectorState = { status: 'unavailable', activity: null, fault: null };

/** What happens next at a connector: somebody comes, charges and leaves, and now and then something breaks. */
export function nextState(
  state: ConnectorState,
  { random, faultChance }: { random: Random; faultChance: number },
): ConnectorState {
  switch (state.status) {
    case 'available':
      return random() < faultChance ? faulted(random) : inUse('preparing');
    case 'occupied':
      return nextActivity(state.activity, { random, faultChance });
    case 'faulted':
    case 'reserved':
      return freeState;
    default:
      return state; // out of service: only the operator brings it back
  }
}

function nextActivity(
  activity: ConnectorActivity | null,
  { random, faultChance }: { random: Random; faultChance: number },
): ConnectorState {
  if (activity === 'preparing') return random() < 0.05 ? freeState : inUse('charging'); // some drive away again
  if (activity === 'finishing') return freeState;
  if (activity !== 'charging') return inUse('finishing');
  if (random() < faultChance / 2) return faulted(random);
  return inUse(random() < 0.2 ? 'suspended-by-vehicle' : 'finishing'); // the battery is full, the cable is still in
}

function inUse(activity: ConnectorActivity): ConnectorState {
  return { status: 'occupied', activity, fault: null };
}

function faulted(random: Random): ConnectorState {
  return { status: 'faulted', activity: null, fault: pick(random, faults) };
}

const faults: readonly [Fault, ...Fault[]] = [
  { code: 'GroundFailure', info: 'Residual current above 30 mA', vendorCode: 'E-104' },
  { code: 'HighTemperature', info: 'Inlet at 84 degrees Celsius', vendorCode: 'E-221' },
  { code: 'ConnectorLockFailure', info: 'Latch does not close', vendorCode: 'E-317' },
  { code: 'OverCurrentFailure', info: 'Phase 2 above its limit', vendorCode: 'E-118' },
  { code: 'PowerMeterFailure', info: 'Meter does not answer', vendorCode: 'E-402' },
];

export const statusWords = {
  available: 'Available',
  occupied: 'Occupied',
  reserved: 'Reserved',
  unavailable: 'Unavailable',
  faulted: 'Faulted',
} as const satisfies Record<ConnectorStatus, ConnectorStatusEnumType>;
