import type { DerControlType, DerUnit, GridFault } from '#contract/energy/der.ts';
import type { Messages } from '../../v21/messages.generated.ts';
import { inverse } from '../charging-profiles/wire-words.ts';

type WireType = Messages['SetDERControl']['request']['controlType'];
type WireUnit = NonNullable<Messages['SetDERControl']['request']['curve']>['yUnit'];
type WireFault = NonNullable<Messages['NotifyDERAlarm']['request']['gridEventFault']>;

export const wireControlType = {
  'enter-service': 'EnterService',
  'frequency-droop': 'FreqDroop',
  'frequency-watt': 'FreqWatt',
  'fixed-power-factor-absorb': 'FixedPFAbsorb',
  'fixed-power-factor-inject': 'FixedPFInject',
  'fixed-var': 'FixedVar',
  gradients: 'Gradients',
  'high-frequency-must-trip': 'HFMustTrip',
  'high-frequency-may-trip': 'HFMayTrip',
  'high-voltage-must-trip': 'HVMustTrip',
  'high-voltage-momentary-cessation': 'HVMomCess',
  'high-voltage-may-trip': 'HVMayTrip',
  'limit-max-discharge': 'LimitMaxDischarge',
  'low-frequency-must-trip': 'LFMustTrip',
  'low-voltage-must-trip': 'LVMustTrip',
  'low-voltage-momentary-cessation': 'LVMomCess',
  'low-voltage-may-trip': 'LVMayTrip',
  'power-monitoring-must-trip': 'PowerMonitoringMustTrip',
  'volt-var': 'VoltVar',
  'volt-watt': 'VoltWatt',
  'watt-power-factor': 'WattPF',
  'watt-var': 'WattVar',
} as const satisfies Record<DerControlType, WireType>;
const controlTypeOf = inverse(wireControlType);

export function readControlType(wire: WireType): DerControlType {
  return controlTypeOf[wire];
}

export const wireUnit = {
  none: 'Not_Applicable',
  'percent-max-watt': 'PctMaxW',
  'percent-max-var': 'PctMaxVar',
  'percent-watt-available': 'PctWAvail',
  'percent-var-available': 'PctVarAvail',
  'percent-effective-volt': 'PctEffectiveV',
} as const satisfies Record<DerUnit, WireUnit>;
export const unitOf = inverse(wireUnit);

export const faultOf = {
  CurrentImbalance: 'current-imbalance',
  LocalEmergency: 'local-emergency',
  LowInputPower: 'low-input-power',
  OverCurrent: 'over-current',
  OverFrequency: 'over-frequency',
  OverVoltage: 'over-voltage',
  PhaseRotation: 'phase-rotation',
  RemoteEmergency: 'remote-emergency',
  UnderFrequency: 'under-frequency',
  UnderVoltage: 'under-voltage',
  VoltageImbalance: 'voltage-imbalance',
} as const satisfies Record<WireFault, GridFault>;
