import type { VariablePlace } from '#contract/stations/variables.ts';

/** A place as it stands in a key: empty texts and 0 for "none". */
export type PlaceRow = {
  component: string;
  component_instance: string;
  evse_id: number;
  connector_id: number;
  variable: string;
  variable_instance: string;
};

export const placeNames = 'component, component_instance, evse_id, connector_id, variable, variable_instance';
export const placeTypes = ['text', 'text', 'integer', 'integer', 'text', 'text'] as const;

/** Six arrays, in the order of `placeNames`. */
export function placeColumns(rows: readonly { place: VariablePlace }[]): unknown[][] {
  return [
    rows.map(({ place }) => place.component),
    rows.map(({ place }) => place.componentInstance ?? ''),
    rows.map(({ place }) => place.evseId ?? 0),
    rows.map(({ place }) => place.connectorId ?? 0),
    rows.map(({ place }) => place.variable),
    rows.map(({ place }) => place.variableInstance ?? ''),
  ];
}

export function placeOf(row: PlaceRow): VariablePlace {
  return {
    component: row.component,
    componentInstance: row.component_instance || null,
    evseId: row.evse_id || null,
    connectorId: row.connector_id || null,
    variable: row.variable,
    variableInstance: row.variable_instance || null,
  };
}

/** Two places are the same place; names are compared exactly. */
export function placeKey(place: VariablePlace): string {
  const { component, componentInstance, evseId, connectorId, variable, variableInstance } = place;
  return [component, componentInstance ?? '', evseId ?? 0, connectorId ?? 0, variable, variableInstance ?? ''].join(
    '\n',
  );
}

/** `$1::text[], $2::integer[] …`, counted from `first`. */
export function parameters(types: readonly string[], first = 1): string {
  return types.map((type, index) => `$${first + index}::${type}[]`).join(', ');
}
