import type { DataEnumType } from 'typed-ocpp/dist/ocpp21/types.js';

/** Where a variable stands in the device model of OCPP 2.x. */
export type SimulatedPlace = {
  component: string;
  evseId?: number | undefined;
  connectorId?: number | undefined;
  variable: string;
  instance?: string | undefined;
};

export type SimulatedVariable = {
  /** null: OCPP 1.6 alone has it. */
  place: SimulatedPlace | null;
  /** Its configuration key in OCPP 1.6, where it has one. */
  key?: string;
  dataType: DataEnumType;
  unit?: string;
  min?: number;
  max?: number;
  values?: string;
  isMonitorable?: boolean;
  /** A change takes effect after a reboot. */
  needsReboot?: boolean;
  read(): string;
  /** Absent: it cannot be changed. Gives false where the value makes no sense to the station. */
  write?(value: string): unknown;
};

export type SetStatus = 'Accepted' | 'Rejected' | 'RebootRequired';

/** What a station is made of and how it is set: one model, whichever version the station speaks. */
export class DeviceModel {
  readonly all: readonly SimulatedVariable[];

  constructor(variables: readonly SimulatedVariable[]) {
    this.all = variables;
  }

  byKey(key: string): SimulatedVariable | undefined {
    return this.all.find((variable) => variable.key?.toLowerCase() === key.toLowerCase()); // 1.6: CiString
  }

  hasComponent(place: SimulatedPlace): boolean {
    return this.all.some((variable) => variable.place !== null && isSameComponent(variable.place, place));
  }

  find(place: SimulatedPlace): SimulatedVariable | undefined {
    return this.all.find(
      (variable) =>
        variable.place !== null &&
        isSameComponent(variable.place, place) &&
        isSame(variable.place.variable, place.variable) &&
        isSame(variable.place.instance ?? '', place.instance ?? ''),
    );
  }

  set(variable: SimulatedVariable, value: string): SetStatus {
    if (variable.write === undefined || !isValid(variable, value)) return 'Rejected';
    if (variable.write(value) === false) return 'Rejected';
    return variable.needsReboot ? 'RebootRequired' : 'Accepted';
  }
}

function isSameComponent(a: SimulatedPlace, b: SimulatedPlace): boolean {
  return isSame(a.component, b.component) && a.evseId === b.evseId && a.connectorId === b.connectorId;
}

/** Names are compared without regard to case (2.0.1 part 2, ComponentType). */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function isValid({ dataType, min, max, values }: SimulatedVariable, value: string): boolean {
  if (dataType === 'boolean') return value === 'true' || value === 'false';
  if (dataType === 'integer' || dataType === 'decimal') {
    const number = Number(value);
    const isNumber =
      value.trim() !== '' && (dataType === 'integer' ? Number.isInteger(number) : Number.isFinite(number));
    return isNumber && number >= (min ?? -Infinity) && number <= (max ?? Infinity);
  }
  const allowed = values?.split(',');
  return allowed === undefined || value.split(',').every((word) => allowed.includes(word));
}
