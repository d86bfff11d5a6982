import type { VariablePlace } from '#contract/stations/variables.ts';
import { listsOf } from '../rows.ts';

/** A place as it is written in a key: an empty text or 0 stands for "none". */
export type PlaceColumns = {
  component: string;
  componentInstance: string;
  evseId: number;
  connectorId: number;
  variable: string;
  variableInstance: string;
};

export const placeKeys = [
  'component',
  'componentInstance',
  'evseId',
  'connectorId',
  'variable',
  'variableInstance',
] as const satisfies (keyof PlaceColumns)[];
export const placeNames = 'component, component_instance, evse_id, connector_id, variable, variable_instance';

export function inColumns(place: VariablePlace): PlaceColumns {
  const { component, componentInstance, evseId, connectorId, variable, variableInstance } = place;
  return {
    component,
    componentInstance: componentInstance ?? '',
    evseId: evseId ?? 0,
    connectorId: connectorId ?? 0,
    variable,
    variableInstance: variableInstance ?? '',
  };
}

/** The place that a row names, and the rest of the row. */
export function splitPlace<Each extends PlaceColumns>(
  row: Each,
): { place: VariablePlace; rest: Omit<Each, keyof PlaceColumns> } {
  const { component, componentInstance, evseId, connectorId, variable, variableInstance, ...rest } = row;
  return {
    place: {
      component,
      componentInstance: componentInstance || null,
      evseId: evseId || null,
      connectorId: connectorId || null,
      variable,
      variableInstance: variableInstance || null,
    },
    rest,
  };
}

/** Two places are the same place; names are compared exactly. */
export function placeKey(place: VariablePlace): string {
  return Object.values(inColumns(place)).join('\n');
}

/** Six lists, in the order of `placeNames`. */
export function placeLists(rows: readonly { place: VariablePlace }[]): unknown[][] {
  return listsOf(
    rows.map(({ place }) => inColumns(place)),
    ...placeKeys,
  );
}
