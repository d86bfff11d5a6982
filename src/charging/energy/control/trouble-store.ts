import type { Pool } from 'pg';
import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import type { energyTroubles } from '#contract/word-lists.ts';
import { type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import { tableProjection } from '../../rows.ts';

export type Trouble = {
  trouble: (typeof energyTroubles)[number];
  /** The node, meter or station that it is about. */
  subject: string;
  stationId: string | null;
  title: EnergyPlan['warnings'][number];
};
type TroubleRow = Trouble & { siteId: string; since: Date; endedAt: Date | null };

export const energyTroubleRows = tableProjection<TroubleRow>({
  name: 'energy troubles',
  table: 'energy_trouble',
  key: ['siteId', 'trouble', 'subject'],
});

/** Where troubles of a site are written down, from where rules, webhooks and people hear of them. */
export type TroubleBook = {
  open(siteId: string): Promise<Trouble[]>;
  write(siteId: string, change: { began: readonly Trouble[]; ended: readonly Trouble[]; at: Date }): Promise<void>;
};

export function openTroubleBook({ pool, ledger }: { pool: Pool; ledger: Ledger }): TroubleBook {
  return {
    async open(siteId) {
      const { rows } = await pool.query<Trouble>(
        `select trouble, subject, station_id as "stationId", title from energy_trouble
         where site_id = $1 and ended_at is null`,
        [siteId],
      );
      return rows;
    },
    async write(siteId, { began, ended, at }) {
      const happened = { happenedAt: at };
      const events: NewEvent[] = [
        ...began.map(
          ({ trouble, subject, stationId, title }): NewEvent => ({
            kind: 'energy-trouble-began',
            stationId,
            ...happened,
            body: { siteId, trouble, subject, title },
          }),
        ),
        ...ended.map(
          ({ trouble, subject, stationId }): NewEvent => ({
            kind: 'energy-trouble-ended',
            stationId,
            ...happened,
            body: { siteId, trouble, subject },
          }),
        ),
      ];
      const rowOf = (endedAt: Date | null) => (each: Trouble) =>
        write(energyTroubleRows, { ...each, siteId, since: at, endedAt });
      await ledger.commit({ events, writes: [...began.map(rowOf(null)), ...ended.map(rowOf(at))] });
    },
  };
}
