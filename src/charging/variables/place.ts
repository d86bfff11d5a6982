import type { VariablePlace, VariableRef } from '#contract/stations/variables.ts';
import { placeOfKey } from './configuration-keys.ts';

/** Where OCPP 1.6 keys stand that have no name in the device model. */
export const vendorComponent = 'Vendor';

/** The whole place in one word: `Connector@1:1.AvailabilityState`, `OCPPCommCtrlr.MessageAttempts[TransactionEvent]`. */
export function placeName(place: VariablePlace): string {
  const { component, componentInstance, evseId, connectorId, variable, variableInstance } = place;
  const evse = evseId === null ? '' : `@${evseId}${connectorId === null ? '' : `:${connectorId}`}`;
  return `${component}${instance(componentInstance)}${evse}.${variable}${instance(variableInstance)}`;
}

/** The place that a person means by a key of OCPP 1.6, by the word that `placeName` makes, or by its parts. Parts that are given count before those in the word. */
export function resolvePlace(ref: VariableRef): VariablePlace {
  const named = ref.name === undefined ? nowhere : placeFromName(ref.name);
  return {
    component: ref.component ?? named.component,
    componentInstance: ref.componentInstance ?? named.componentInstance,
    evseId: ref.evseId ?? named.evseId,
    connectorId: ref.connectorId ?? named.connectorId,
    variable: ref.variable ?? named.variable,
    variableInstance: ref.variableInstance ?? named.variableInstance,
  };
}

/** For reports: a component without a variable stands for all of its variables. */
export function resolveComponent(ref: VariableRef): { place: VariablePlace; isWhole: boolean } {
  const { name, variable } = ref;
  const isVariable =
    variable !== undefined || name?.includes('.') || (name !== undefined && placeOfKey(name) !== undefined);
  if (isVariable) return { place: resolvePlace(ref), isWhole: false };
  return { place: resolvePlace({ ...ref, name: undefined, component: ref.component ?? name }), isWhole: true };
}

const spelling =
  /^(?<component>[^.@[\]]+)(?:\[(?<inComponent>[^\]]+)\])?(?:@(?<evse>\d{1,4})(?::(?<connector>\d{1,4}))?)?\.(?<variable>[^[]+)(?:\[(?<inVariable>[^\]]+)\])?$/;

function placeFromName(name: string): VariablePlace {
  const known = placeOfKey(name);
  if (known !== undefined) return known;
  const parts = spelling.exec(name)?.groups;
  if (parts === undefined) return { ...nowhere, component: vendorComponent, variable: name };
  return {
    component: parts['component'] ?? '',
    componentInstance: parts['inComponent'] ?? null,
    evseId: numberOf(parts['evse']),
    connectorId: numberOf(parts['connector']),
    variable: parts['variable'] ?? '',
    variableInstance: parts['inVariable'] ?? null,
  };
}

export const nowhere: VariablePlace = {
  component: '',
  componentInstance: null,
  evseId: null,
  connectorId: null,
  variable: '',
  variableInstance: null,
};

function instance(name: string | null): string {
  return name === null ? '' : `[${name}]`;
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}
