import type { Pool } from 'pg';
import type { AcNeeds, AllowedTransfer, DcNeeds, EnergyOffer, EvNeeds } from '#contract/energy/ev-needs.ts';
import { fromColumns, type Row, readRows } from '../rows.ts';
import { partTables } from './ev-projections.ts';

type StoredNeeds = Pick<EvNeeds, 'evseId' | 'toldAt' | 'transfer' | 'availableTransfers' | 'decision'> &
  Partial<EvNeeds> & { offerStartsAt?: string; offerCurrency?: string };

export async function readEvNeeds(pool: Pool, stationId: string): Promise<EvNeeds[]> {
  const read = async (table: string, order = 'evse_id') =>
    (
      await pool.query<Row & { evse_id: number }>(`select * from ${table} where station_id = $1 order by ${order}`, [
        stationId,
      ])
    ).rows;
  const [needs, ac, dc, v2x, der, offers] = await Promise.all([
    read('ev_needs'),
    read(partTables.ac),
    read(partTables.dc),
    read(partTables.v2x),
    read(partTables.der),
    read('ev_energy_offer', 'evse_id, part, position'),
  ]);
  return needs.map((row) => {
    const isOf = (part: { evse_id: number }) => part.evse_id === row.evse_id;
    const part = (rows: readonly Row[]) =>
      rows
        .filter((told) => told['evse_id'] === row.evse_id)
        .map((told) => fromColumns(told, ['station_id', 'evse_id']))[0];
    const { offerStartsAt, offerCurrency, ...stored } = fromColumns(row, ['station_id']) as StoredNeeds;
    return {
      ...unknown,
      ...stored,
      ac: (part(ac) as AcNeeds | undefined) ?? null,
      dc: (part(dc) as DcNeeds | undefined) ?? null,
      v2x: part(v2x) ?? null,
      der: part(der) ?? null,
      energyOffer:
        offerStartsAt === undefined
          ? null
          : toOffer(offers.filter(isOf), { startsAt: offerStartsAt, currency: offerCurrency }),
    };
  });
}

const unknown = {
  sessionRef: null,
  departureAt: null,
  maxPeriods: null,
  controlMode: null,
  mobilityMode: null,
  reason: null,
  chargingProfileId: null,
};

function toOffer(rows: readonly Row[], about: Pick<EnergyOffer, 'startsAt' | 'currency'>): EnergyOffer {
  const entries = (part: string) =>
    rows
      .filter((row) => row['part'] === part)
      .map((row) => fromColumns(row, ['station_id', 'evse_id', 'part', 'position']));
  return {
    ...about,
    powers: entries('power') as EnergyOffer['powers'],
    prices: entries('price') as EnergyOffer['prices'],
  };
}

export async function readAllowedTransfers(pool: Pool, stationId: string): Promise<AllowedTransfer[]> {
  return readRows(
    pool,
    'select session_ref, transfers, allowed_at from allowed_transfer where station_id = $1 order by allowed_at desc limit 1000',
    [stationId],
  );
}
