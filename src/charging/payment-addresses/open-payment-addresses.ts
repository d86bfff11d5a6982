import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { PaymentAddress } from '#contract/billing/payment-address.ts';
import { type DerivedWrite, type Ledger, write } from '#ledger/ledger-types.ts';
import { seal, unseal } from '#ledger/seal.ts';
import { noStation } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { addressTemplate, addressText } from './address-text.ts';
import { evseCode, isEvseCode } from './evse-code.ts';
import { changedPaymentCodes, type PaymentCodeRow, paymentCodes, readPaymentCodes } from './payment-code-store.ts';
import { isTotp } from './totp.ts';

export type PaymentAddresses = ReturnType<typeof openPaymentAddresses>;

export type PaymentAddressNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  register: Pick<StationRegister, 'find'>;
  installationKey: Buffer;
  /** Where our own pages are reached: the setting PUBLIC_URL, or else our port. */
  payOrigin(): string;
};

/** What a station needs to make one-time passwords. */
export type DynamicCode = { secret: string; template: string; validitySeconds: number; length: number };

type Place = { stationId: string; evseId: number };

/** Where strangers pay for charging at an EVSE, and what proves that they stand in front of it. */
export function openPaymentAddresses(needs: PaymentAddressNeeds) {
  const { pool, clock, register, installationKey, payOrigin } = needs;
  const record = (
    place: Place,
    state: PaymentCodeRow['state'],
    said: string | null,
    writes: (at: Date) => DerivedWrite,
  ) => commit(needs, { place, state, said, writes });
  return {
    async ofStation(stationId: string): Promise<PaymentAddress[]> {
      if ((await register.find(stationId)) === undefined) throw noStation(stationId);
      const [evseIds, rows] = await Promise.all([readEvseIds(pool, stationId), readPaymentCodes(pool, stationId)]);
      return evseIds.map((evseId) => shownAddress(needs, { stationId, evseId }, rowOf(rows, evseId)));
    },
    /** Whether the last part of an address is right now; whoever has a wrong one learns nothing else. */
    async isGenuine(place: Place, given: string): Promise<boolean> {
      const row = rowOf(await readPaymentCodes(pool, place.stationId), place.evseId);
      const isStatic = isEvseCode(installationKey, place, given);
      if (row === undefined || row.state === 'static' || row.state === 'refused') return isStatic;
      const settings = totpSettings(installationKey, row);
      const isDynamic = settings !== undefined && isTotp(settings, given, clock.now());
      // Until the station has answered, it may show either code.
      return isDynamic || (row.state === 'asked' && isStatic);
    },
    /** Stored before the station is asked, since codes that it shows from then on must be accepted whether or not its answer arrives. */
    async beginDynamic(
      place: Place,
      { validitySeconds, length }: Pick<DynamicCode, 'validitySeconds' | 'length'>,
    ): Promise<DynamicCode> {
      const secret = randomBytes(24).toString('base64url');
      const sealed = seal(installationKey, purposeOf(place), Buffer.from(secret));
      await record(place, 'asked', null, (changedAt) =>
        write(paymentCodes, {
          ...place,
          state: 'asked',
          said: null,
          secret: sealed,
          validitySeconds,
          length,
          changedAt,
        }),
      );
      return { secret, template: addressTemplate(payOrigin()), validitySeconds, length };
    },
    endDynamic: ({ isTaken, said, ...place }: Place & { isTaken: boolean; said: string | null }): Promise<void> => {
      const state = isTaken ? 'dynamic' : 'refused';
      return record(place, state, said, (changedAt) =>
        write(changedPaymentCodes, { ...place, state, said, changedAt }),
      );
    },
    /** The station shows no code any more; the one on the sticker counts again. */
    dropDynamic: (place: Place): Promise<void> =>
      record(place, 'static', null, (changedAt) =>
        write(paymentCodes, {
          ...place,
          state: 'static',
          said: null,
          secret: null,
          validitySeconds: null,
          length: null,
          changedAt,
        }),
      ),
  };
}

async function commit(
  { ledger, clock }: PaymentAddressNeeds,
  given: { place: Place; state: PaymentCodeRow['state']; said: string | null; writes(at: Date): DerivedWrite },
): Promise<void> {
  const { place, state, said, writes } = given;
  const at = clock.now();
  const { stationId, evseId } = place;
  await ledger.commit({
    events: [{ kind: 'payment-code-changed', stationId, happenedAt: at, body: { evseId, state, said } }],
    writes: [writes(at)],
  });
}

/** The secret of the EVSE, or else the one of the whole station. */
function rowOf(rows: readonly PaymentCodeRow[], evseId: number): PaymentCodeRow | undefined {
  const own = rows.find((row) => row.evseId === evseId);
  const all = rows.find((row) => row.evseId === 0);
  return own === undefined || (own.state !== 'dynamic' && all?.state === 'dynamic') ? (all ?? own) : own;
}

function totpSettings(installationKey: Buffer, { stationId, evseId, secret, validitySeconds, length }: PaymentCodeRow) {
  if (secret === null || validitySeconds === null || length === null) return undefined;
  const text = unseal(installationKey, purposeOf({ stationId, evseId }), secret).toString();
  return { secret: text, validitySeconds, length };
}

function purposeOf({ stationId, evseId }: Place): string {
  return `payment code ${stationId} ${evseId}`;
}

function shownAddress(
  { installationKey, payOrigin }: PaymentAddressNeeds,
  place: Place,
  row: PaymentCodeRow | undefined,
): PaymentAddress {
  const code = row?.state ?? 'static';
  const isStationsOwn = code === 'dynamic';
  return {
    evseId: place.evseId,
    code,
    url: isStationsOwn ? null : addressText(payOrigin(), place, evseCode(installationKey, place)),
    template: isStationsOwn ? addressTemplate(payOrigin()) : null,
    validitySeconds: isStationsOwn ? (row?.validitySeconds ?? null) : null,
    said: row?.said ?? null,
    changedAt: row?.changedAt.toISOString() ?? null,
  };
}

/** As the station has reported them; one that has reported none yet is taken to have one. */
async function readEvseIds(pool: Pool, stationId: string): Promise<number[]> {
  const { rows } = await pool.query<{ evse_id: number }>(
    'select distinct evse_id from connector where station_id = $1 and evse_id > 0 order by evse_id',
    [stationId],
  );
  return rows.length === 0 ? [1] : rows.map(({ evse_id }) => evse_id);
}
