import {
  type Effects,
  effectsOf,
  type FaultName,
  faultNames,
  noEffects,
} from '../../src/simulator/faults/fault-effects.ts';
import { randomFrom } from '../../src/simulator/random.ts';
import { between } from './healthy-station.ts';

const dayMs = 86_400_000;

/** What is wrong with a station, from when, and when it fails by it. */
export type PlannedFault = {
  fault: FaultName;
  /** Which connector; null: the whole station. */
  connector: number | null;
  onsetAt: number;
  failsAt: number;
  /** Nothing of it is seen before it fails. */
  isSudden: boolean;
};

const ofConnector: readonly FaultName[] = ['stuck-relay', 'failing-meter', 'lock-failure', 'hot-connector'];
const gradual = faultNames.filter((name) => name !== 'bad-firmware');
/** One of these stations in nine has a fault within the month, and of those one in twelve fails without a sign. */
const faultyShare = 1 / 9;
const suddenShare = 1 / 12;

export function planFault(seed: string, number: number, connectors: number): PlannedFault | null {
  const random = randomFrom(`${seed} fault ${number}`);
  if (random() >= faultyShare) return null;
  const fault = gradual[Math.floor(random() * gradual.length)] ?? 'stuck-relay';
  const onsetAt = between(random, 6, 24) * dayMs;
  const isSudden = random() < suddenShare && fault !== 'drifting-clock';
  const failsAt = isSudden ? onsetAt : onsetAt + between(random, 4, 10) * dayMs;
  const connector = ofConnector.includes(fault) ? 1 + Math.floor(random() * connectors) : null;
  return { fault, connector, onsetAt, failsAt, isSudden };
}

export function wearOf({ onsetAt, failsAt, isSudden }: PlannedFault, at: number): number {
  if (at < onsetAt) return 0;
  return isSudden ? 1 : Math.min(1, (at - onsetAt) / (failsAt - onsetAt));
}

/** How the station behaves at this connector now. */
export function effectsAt(fault: PlannedFault | null, at: number, connector: number | null, phase = 1): Effects {
  if (fault === null || at < fault.onsetAt) return noEffects;
  if (fault.connector !== null && connector !== null && fault.connector !== connector) return noEffects;
  return effectsOf(fault.fault, wearOf(fault, at), phase);
}
