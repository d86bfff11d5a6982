import { cursorOf, positionOf } from '#base/cursor.ts';
import { SigecError } from '#base/errors.ts';
import { isUuid } from '#base/uuid.ts';
import type { VehicleOrder } from '#contract/vehicles/vehicle.ts';

type Key = 'preco' | 'ano_fabricacao' | 'quilometragem';

/** By what a list is ordered; the id settles what is left. An index has the same columns, so one is read forwards or backwards. */
export type Order = { keys: readonly Key[]; isDescending: boolean };

export const orders = {
  menor_preco: { keys: ['preco'], isDescending: false },
  maior_preco: { keys: ['preco'], isDescending: true },
  mais_novo: { keys: ['ano_fabricacao', 'preco'], isDescending: true },
  mais_antigo: { keys: ['ano_fabricacao', 'preco'], isDescending: false },
  menor_km: { keys: ['quilometragem'], isDescending: false },
  maior_km: { keys: ['quilometragem'], isDescending: true },
} as const satisfies Record<VehicleOrder, Order>;

export const keyTypes = {
  preco: 'numeric',
  ano_fabricacao: 'integer',
  quilometragem: 'integer',
} as const satisfies Record<Key, string>;

const shapes = { numeric: /^\d{1,8}(\.\d{1,2})?$/, integer: /^\d{1,8}$/ } as const;

export type Keyed = { id: string } & { [Name in Key]: number };

/** Where a list goes on. */
export type SearchCursor = {
  /** The keys and the id of the last vehicle of the page before. */
  behind: readonly string[];
  /** Whether the list was found to be longer than is counted: it need not be counted again. */
  isLong: boolean;
};

/** Behind this vehicle. */
export function cursorAfter(order: VehicleOrder, vehicle: Keyed, isLong: boolean): string {
  const of = isLong ? `${order}+` : order;
  return cursorOf([of, ...orders[order].keys.map((key) => vehicle[key]), vehicle.id].join(' '));
}

export function placeOf(order: VehicleOrder, cursor: string | undefined): SearchCursor | undefined {
  if (cursor === undefined) return undefined;
  const [of = '', ...place] = readPosition(cursor).split(' ');
  const { keys } = orders[order];
  const isPlace =
    of.replace(/\+$/, '') === order &&
    place.length === keys.length + 1 &&
    keys.every((key, nth) => shapes[keyTypes[key]].test(place[nth] ?? '')) &&
    isUuid(place.at(-1) ?? '');
  if (isPlace) return { behind: place, isLong: of.endsWith('+') };
  throw new SigecError(
    'INVALID_INPUT',
    '`depois` accepts only the `proximo` of the answer before, with the same ordenacao. Leave it out to begin again.',
    { details: { fields: [{ field: 'depois', accepts: 'the proximo of the answer before' }] } },
  );
}

function readPosition(cursor: string): string {
  try {
    return positionOf(cursor);
  } catch {
    return '';
  }
}
