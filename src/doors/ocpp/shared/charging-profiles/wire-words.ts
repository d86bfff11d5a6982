import type { ChargingProfileKind, ChargingProfilePurpose, OperationMode } from '#contract/energy/charging-profile.ts';
import type { EnergyTransfer } from '#contract/energy/energy-transfer.ts';
import type { Messages } from '../../v21/messages.generated.ts';

export type WireProfile = Messages['SetChargingProfile']['request']['chargingProfile'];
export type WireSchedule = WireProfile['chargingSchedule'][number];
export type WirePeriod = WireSchedule['chargingSchedulePeriod'][number];
export type WireUpdate = Messages['UpdateDynamicSchedule']['request']['scheduleUpdate'];
export type WireTransfer = Messages['NotifyAllowedEnergyTransfer']['request']['allowedEnergyTransfer'][number];

// OCPP 2.1 has every word of 2.0.1 and more.

export const wirePurpose = {
  'charging-station-max-profile': 'ChargingStationMaxProfile',
  'tx-default-profile': 'TxDefaultProfile',
  'tx-profile': 'TxProfile',
  'charging-station-external-constraints': 'ChargingStationExternalConstraints',
  'priority-charging': 'PriorityCharging',
  'local-generation': 'LocalGeneration',
} as const satisfies Record<ChargingProfilePurpose, WireProfile['chargingProfilePurpose']>;

export const wireKind = {
  absolute: 'Absolute',
  recurring: 'Recurring',
  relative: 'Relative',
  dynamic: 'Dynamic',
} as const satisfies Record<ChargingProfileKind, WireProfile['chargingProfileKind']>;

export const wireRecurrency = { daily: 'Daily', weekly: 'Weekly' } as const;

export const wireMode = {
  idle: 'Idle',
  'charging-only': 'ChargingOnly',
  'central-setpoint': 'CentralSetpoint',
  'external-setpoint': 'ExternalSetpoint',
  'external-limits': 'ExternalLimits',
  'central-frequency': 'CentralFrequency',
  'local-frequency': 'LocalFrequency',
  'local-load-balancing': 'LocalLoadBalancing',
} as const satisfies Record<OperationMode, WirePeriod['operationMode']>;

export const wireTransfer = {
  'ac-one-phase': 'AC_single_phase',
  'ac-two-phase': 'AC_two_phase',
  'ac-three-phase': 'AC_three_phase',
  dc: 'DC',
  'ac-v2x': 'AC_BPT',
  'ac-v2x-der': 'AC_BPT_DER',
  'ac-der': 'AC_DER',
  'dc-v2x': 'DC_BPT',
  'dc-pantograph': 'DC_ACDP',
  'dc-pantograph-v2x': 'DC_ACDP_BPT',
  wireless: 'WPT',
} as const satisfies Record<EnergyTransfer, WireTransfer>;

/** The table read from right to left. */
export function inverse<Ours extends string, Theirs extends string>(table: Record<Ours, Theirs>): Record<Theirs, Ours> {
  return Object.fromEntries(Object.entries(table).map(([ours, theirs]) => [theirs, ours])) as Record<Theirs, Ours>;
}
