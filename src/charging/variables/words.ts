/** The words of the device model, for the door that translates them. */
export type { VariableResult, VariableStatus } from '#contract/commands/variables.ts';
export type { NetworkInterface } from '#contract/network-profiles.ts';
export type {
  AttributeType,
  DataType,
  Mutability,
  VariablePlace,
  VariableRef,
} from '#contract/variables.ts';
export { keyOfPlace, placeOfKey, valueForKey, valueFromKey } from './configuration-keys.ts';
export { placeName, resolveComponent, resolvePlace, vendorComponent } from './place.ts';
export type { ReportedVariable } from './record-variables.ts';
