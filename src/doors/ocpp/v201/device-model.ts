import type {
  AttributeEnumType,
  ComponentType,
  DataEnumType,
  MutabilityEnumType,
  StatusInfoType,
  VariableType,
} from 'typed-ocpp/dist/ocpp21/types.js';
import { placeName } from '#charging/variables/place.ts';
import type { AttributeType, DataType, Mutability, VariablePlace } from '#contract/stations/variables.ts';

// The device model is the same in 2.0.1 and 2.1: both translate by this file.

export function placeFrom(component: ComponentType, variable: VariableType): VariablePlace {
  return {
    component: component.name,
    componentInstance: component.instance ?? null,
    evseId: component.evse?.id ?? null,
    connectorId: component.evse?.connectorId ?? null,
    variable: variable.name,
    variableInstance: variable.instance ?? null,
  };
}

export function componentOf({ component, componentInstance, evseId, connectorId }: VariablePlace): ComponentType {
  return {
    name: component,
    ...(componentInstance !== null && { instance: componentInstance }),
    ...(evseId !== null && { evse: { id: evseId, ...(connectorId !== null && { connectorId }) } }),
  };
}

export function variableOf({ variable, variableInstance }: VariablePlace): VariableType {
  return { name: variable, ...(variableInstance !== null && { instance: variableInstance }) };
}

export function namedPlace(place: VariablePlace): VariablePlace & { name: string } {
  return { ...place, name: placeName(place) };
}

export const wireAttribute = {
  actual: 'Actual',
  target: 'Target',
  'min-set': 'MinSet',
  'max-set': 'MaxSet',
} as const satisfies Record<AttributeType, AttributeEnumType>;

const attributes = {
  Actual: 'actual',
  Target: 'target',
  MinSet: 'min-set',
  MaxSet: 'max-set',
} satisfies Record<AttributeEnumType, AttributeType>;

/** Unless said otherwise, an attribute is the actual one. */
export function attributeFrom(type: AttributeEnumType = 'Actual'): AttributeType {
  return attributes[type];
}

export const mutabilityFrom = {
  ReadOnly: 'read-only',
  WriteOnly: 'write-only',
  ReadWrite: 'read-write',
} satisfies Record<MutabilityEnumType, Mutability>;

export const dataTypeFrom = {
  string: 'text',
  decimal: 'decimal',
  integer: 'integer',
  dateTime: 'time',
  boolean: 'boolean',
  OptionList: 'one-of-list',
  SequenceList: 'ordered-list',
  MemberList: 'any-of-list',
} satisfies Record<DataEnumType, DataType>;

export function reasonFrom(info: StatusInfoType | undefined): string | null {
  return info === undefined ? null : [info.reasonCode, info.additionalInfo].filter(Boolean).join(': ');
}
