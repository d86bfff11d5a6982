import type { SortField } from './sort-stations.ts';

/** Beside the station itself, which is always there. */
export const columnNames = [
  ...(['site', 'link', 'connectors', 'power', 'model', 'serial', 'firmware', 'version'] as const),
  ...(['lastSeen', 'booted'] as const),
] as const;
export type ColumnName = (typeof columnNames)[number];

export const usualColumns: readonly ColumnName[] = [
  ...(['site', 'link', 'connectors', 'power', 'model', 'firmware', 'version', 'lastSeen'] as const),
];

type Column = {
  width: string;
  sort?: SortField;
  /** Where the screen is narrower it stands in the line under the station's name. */
  isDetail?: boolean;
};

export const columnTable: Record<ColumnName, Column> = {
  site: { width: 'minmax(7rem, 1fr)', sort: 'site' },
  link: { width: 'minmax(10.5rem, 1.2fr)', sort: 'link' },
  connectors: { width: 'minmax(15rem, 3fr)', sort: 'trouble' },
  power: { width: '5.5rem' },
  model: { width: 'minmax(7rem, 1.2fr)', sort: 'model', isDetail: true },
  serial: { width: 'minmax(6rem, 0.8fr)', isDetail: true },
  firmware: { width: 'minmax(5rem, 0.7fr)', sort: 'firmware', isDetail: true },
  version: { width: '3.5rem', isDetail: true },
  lastSeen: { width: 'minmax(7rem, 0.8fr)', sort: 'lastSeen' },
  booted: { width: 'minmax(7rem, 0.8fr)', isDetail: true },
};

/** Those that the address names, in our order; a name that is none of ours is left out. */
export function chosenColumns(named: string | undefined): readonly ColumnName[] {
  if (named === undefined) return usualColumns;
  const wanted = new Set(named.split(','));
  return columnNames.filter((name) => wanted.has(name));
}

/** What the address holds for them; undefined: the usual ones. */
export function columnsText(chosen: readonly ColumnName[]): string | undefined {
  const inOrder = columnNames.filter((name) => chosen.includes(name));
  const isUsual = inOrder.length === usualColumns.length && inOrder.every((name) => usualColumns.includes(name));
  return isUsual ? undefined : inOrder.join(',') || 'none';
}

/** Widths of the columns: on a wide screen, and on a desk. The first is for the choice of rows. */
export function gridsOf(columns: readonly ColumnName[]): { wide: string; desk: string } {
  const widths = (station: string, shown: readonly ColumnName[]) =>
    ['1.5rem', station, ...shown.map((name) => columnTable[name].width)].join(' ');
  return {
    wide: widths('minmax(8.5rem, 1.1fr)', columns),
    desk: widths(
      'minmax(12rem, 2fr)', // with the details under its name
      columns.filter((name) => columnTable[name].isDetail !== true),
    ),
  };
}
