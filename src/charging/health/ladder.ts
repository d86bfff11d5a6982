import type { CommandName } from '#contract/commands/commands.ts';
import type { FindingKind, RemedyStep } from '#contract/findings/finding.ts';
import { remedySteps } from '#contract/word-lists.ts';

/** What a step asks of a station, and what has to be so before it may be taken. */
export type LadderStep = {
  step: RemedyStep;
  /** What is sent to the station, in this order; none: people do it. */
  commands: readonly { name: CommandName; input: Readonly<Record<string, unknown>> }[];
  /** Where the step is about one connector, its commands name it. */
  isOfConnector: boolean;
  /** It ends or disturbs a session: not taken while one runs there. */
  needsNoSession: boolean;
  /** How long the same step is not repeated at the same station. */
  coolDownMinutes: number;
  /** What the station shows within this time if the step helped. */
  verifyWithinMinutes: number;
};

/** No station is helped more often by itself; a person looks then. */
export const maxStepsPerDay = 2;

const status = { name: 'trigger', input: { message: 'status' } } as const;
const gentle = { needsNoSession: false, isOfConnector: false, coolDownMinutes: 30, verifyWithinMinutes: 5 } as const;
const disturbing = { needsNoSession: true, coolDownMinutes: 360, verifyWithinMinutes: 15 } as const;

/** The steps, gentlest first. Which of them comes first for a model and code is learned from how often each has helped. */
export const ladder: readonly LadderStep[] = [
  { step: 'ask-status', commands: [status], ...gentle },
  { step: 'push-profiles', commands: [{ name: 'clear-charging-profiles', input: {} }], ...gentle },
  { step: 'clear-cache', commands: [{ name: 'clear-cache', input: {} }], ...gentle },
  { step: 'stop-zombie', commands: [{ name: 'stop-session', input: {} }], ...gentle, isOfConnector: true },
  { step: 'unlock', commands: [{ name: 'unlock', input: {} }], ...disturbing, isOfConnector: true },
  {
    step: 'toggle-availability',
    commands: [
      { name: 'set-availability', input: { isOperative: false } },
      { name: 'set-availability', input: { isOperative: true } },
    ],
    ...disturbing,
    isOfConnector: true,
  },
  { step: 'soft-reset', commands: [{ name: 'reset', input: { when: 'idle' } }], ...disturbing, isOfConnector: false },
  { step: 'hard-reset', commands: [{ name: 'reset', input: { when: 'now' } }], ...disturbing, isOfConnector: false },
  { step: 'get-log', commands: [{ name: 'get-log', input: {} }], ...gentle, coolDownMinutes: 1440 },
  { step: 'update-firmware', commands: [], ...disturbing, isOfConnector: false },
  { step: 'ticket', commands: [], ...gentle, coolDownMinutes: 1440 },
];

/**
 * Codes that speak of danger to people: OCPP 1.6, then MREC of ChargeX (CX…). A station that told one is never reset or unlocked
 * by itself; the ladder has its last step alone for it.
 */
export const safetyCodes: ReadonlySet<string> = new Set(
  [
    ...['GroundFailure', 'OverCurrentFailure', 'OverCurrent', 'CableOverTemp', 'CutCable', 'EmergencyStop'],
    ...['CableOverTempStop', 'CableOverTempDerate', 'InsulationFault', 'HighTemperature'],
    ...['CX002', 'CX003', 'CX004', 'CX008', 'CX018', 'CX019', 'CX026'],
  ].map((code) => code.toLowerCase()),
);

export function isSafetyCode(code: string | null): boolean {
  return code !== null && safetyCodes.has(code.toLowerCase());
}

/** What may be tried by itself for a finding, in order; what is not named needs a person. */
const stepsFor: Record<FindingKind, readonly RemedyStep[]> = {
  safety: ['ticket'],
  overheating: ['ticket'],
  'relay-failing': ['ask-status', 'toggle-availability', 'get-log', 'ticket'],
  'lock-failing': ['ask-status', 'unlock', 'toggle-availability', 'ticket'],
  'meter-failing': ['ask-status', 'soft-reset', 'get-log', 'ticket'],
  'starts-failing': [
    'ask-status',
    'clear-cache',
    'toggle-availability',
    'soft-reset',
    'hard-reset',
    'get-log',
    'ticket',
  ],
  restarting: ['get-log', 'update-firmware', 'ticket'],
  'memory-leak': ['soft-reset', 'hard-reset', 'get-log', 'update-firmware', 'ticket'],
  'link-unstable': ['soft-reset', 'get-log', 'ticket'],
  'clock-drifting': ['soft-reset', 'ticket'],
  'power-low': ['ask-status', 'push-profiles', 'soft-reset', 'ticket'],
  'answers-slow': ['soft-reset', 'get-log', 'ticket'],
  'fault-recurring': ['ask-status', 'toggle-availability', 'soft-reset', 'hard-reset', 'get-log', 'ticket'],
  'firmware-regression': ['ticket'],
  'model-prone': ['ticket'],
};

/** The ladder for what was found, gentlest step first. A safety code leaves the ticket alone. */
export function ladderFor(kind: FindingKind, code: string | null): readonly RemedyStep[] {
  return isSafetyCode(code) ? ['ticket'] : stepsFor[kind];
}

export function stepNamed(step: RemedyStep): LadderStep {
  const found = ladder[remedySteps.indexOf(step)];
  if (found === undefined) throw new Error(`The ladder has no step ${step}.`);
  return found;
}
