/** What can be wrong with a station, growing worse from its beginning (wear 0) until it fails (wear 1). */
export const faultNames = [
  'stuck-relay',
  'flapping-link',
  'drifting-clock',
  'failing-meter',
  'memory-leak',
  'lock-failure',
  'hot-connector',
  'bad-firmware',
] as const;
export type FaultName = (typeof faultNames)[number];

/** What a worn part is reported by, in the words of OCPP 1.6. */
export type FaultCodeName = 'PowerSwitchFailure' | 'PowerMeterFailure' | 'ConnectorLockFailure' | 'HighTemperature';

/** How a station behaves at a moment. Healthy stations do all of it too, a little. */
export type Effects = {
  /** Of starts: the session stands, and nothing flows. */
  startFailureShare: number;
  /** Beyond the usual, until energy flows. */
  energyDelaySeconds: number;
  /** Of starts: the contactor is reported at fault. */
  contactorCodeShare: number;
  dropsPerDay: number;
  clockAheadSeconds: number;
  meterJitterSeconds: number;
  /** Of meter values: the register stands still. */
  registerStuckShare: number;
  /** How many times the usual time an answer takes. */
  answerFactor: number;
  bootsPerDay: number;
  /** Of starts: the lock does not close. */
  lockFailureShare: number;
  /** How many times as much the connector warms up. */
  heatFactor: number;
  /** What the station reports when it has failed; absent: it says nothing of it. */
  code: FaultCodeName | null;
};

export const noEffects: Effects = {
  startFailureShare: 0,
  energyDelaySeconds: 0,
  contactorCodeShare: 0,
  dropsPerDay: 0,
  clockAheadSeconds: 0,
  meterJitterSeconds: 0,
  registerStuckShare: 0,
  answerFactor: 1,
  bootsPerDay: 0,
  lockFailureShare: 0,
  heatFactor: 1,
  code: null,
};

/** The part of a fault that grows: a memory that fills up empties with each restart, so it has a phase of its own. */
type Course = (wear: number, phase: number) => Partial<Effects>;

const courses: Record<FaultName, Course> = {
  'stuck-relay': (wear) => ({
    startFailureShare: 0.6 * wear ** 2,
    energyDelaySeconds: 30 * wear,
    contactorCodeShare: 0.3 * wear,
    code: 'PowerSwitchFailure',
  }),
  'flapping-link': (wear) => ({ dropsPerDay: 10 * wear }),
  'drifting-clock': (wear) => ({ clockAheadSeconds: 180 * wear }),
  'failing-meter': (wear) => ({
    meterJitterSeconds: 7 * wear,
    registerStuckShare: 0.02 * wear,
    code: 'PowerMeterFailure',
  }),
  'memory-leak': (wear, phase) => ({ answerFactor: 1 + 12 * wear * phase, bootsPerDay: 5 * wear ** 2 }),
  'lock-failure': (wear) => ({
    lockFailureShare: 0.6 * wear,
    code: 'ConnectorLockFailure',
  }),
  'hot-connector': (wear) => ({ heatFactor: 1 + 2.5 * wear, code: 'HighTemperature' }),
  'bad-firmware': () => ({ bootsPerDay: 1.5, startFailureShare: 0.2, answerFactor: 1.5 }),
};

/** How a fault shows at this wear; `phase` from 0 after a restart to 1 before the next. */
export function effectsOf(fault: FaultName, wear: number, phase = 1): Effects {
  return { ...noEffects, ...courses[fault](Math.min(1, Math.max(0, wear)), phase) };
}
