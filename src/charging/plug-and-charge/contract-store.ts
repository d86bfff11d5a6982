import type { Pool } from 'pg';
import type { Contract, ContractQuery, ProvisionedVehicle } from '#contract/access/contract.ts';
import type { RevocationReason } from '#contract/stations/certificates.ts';
import { changeProjection, deleteProjection, readRows, tableProjection } from '../rows.ts';

export type VehicleRow = Omit<ProvisionedVehicle, 'certificateExpiresAt' | 'registeredAt'> & {
  certificate: string;
  certificateExpiresAt: Date;
  registeredAt: Date;
};

/** Registered once more, with the same name, it has another certificate from then on. */
export const provisionedVehicles = tableProjection<VehicleRow>({
  name: 'provisioned vehicles',
  table: 'provisioned_vehicle',
  key: ['id'],
});

export const removedVehicles = deleteProjection<{ id: string }>({
  name: 'removed vehicles',
  table: 'provisioned_vehicle',
  key: ['id'],
});

export type ContractRow = { id: string; vehicleId: string; tokenId: string; issuedAt: Date; issuedBy: string };

export const contracts = tableProjection<ContractRow>({ name: 'contracts', table: 'contract', key: ['id'] });

/** The first revocation counts. */
export const revokedContracts = changeProjection<{
  id: string;
  revokedAt: Date;
  revokedBy: string;
  revocationReason: RevocationReason;
}>({ name: 'revoked contracts', table: 'contract', key: ['id'], again: 'keep', where: 'known.revoked_at is null' });

export const contractCertificates = tableProjection<{
  serialNumber: string;
  contractId: string;
  stationId: string;
  issuedAt: Date;
}>({ name: 'contract certificates', table: 'contract_certificate', key: ['serialNumber'] });

const vehicleColumns = 'id, pcid, note, origin, certificate_expires_at, registered_at, registered_by';
const most = 1_000;

export function readVehicles(pool: Pool): Promise<ProvisionedVehicle[]> {
  const text = `select ${vehicleColumns} from provisioned_vehicle order by registered_at desc limit $1`;
  return readRows<ProvisionedVehicle>(pool, text, [most]);
}

/** By its name or its id. */
export async function readVehicle(
  pool: Pool,
  by: { pcid: string } | { id: string },
): Promise<(ProvisionedVehicle & { certificate: string }) | undefined> {
  const [condition, value] = 'pcid' in by ? ['upper(pcid) = upper($1)', by.pcid] : ['id = $1', by.id];
  const text = `select ${vehicleColumns}, certificate from provisioned_vehicle where ${condition}`;
  return (await readRows<ProvisionedVehicle & { certificate: string }>(pool, text, [value]))[0];
}

const contractRows = `
  select contract.id, contract.vehicle_id, provisioned_vehicle.pcid, contract.token_id, token.label as token_label, token.driver_id,
    contract.issued_at, contract.issued_by, contract.revoked_at, contract.revoked_by, contract.revocation_reason,
    coalesce(jsonb_agg(jsonb_build_object('serialNumber', fetched.serial_number, 'stationId', fetched.station_id,
        'issuedAt', to_char(fetched.issued_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'expiresAt', to_char(issued.expires_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'revokedAt', to_char(issued.revoked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by fetched.issued_at desc)
      filter (where fetched.serial_number is not null), '[]') as certificates
  from contract
  join provisioned_vehicle on provisioned_vehicle.id = contract.vehicle_id
  left join token on token.id = contract.token_id
  left join contract_certificate as fetched on fetched.contract_id = contract.id
  left join issued_certificate as issued on issued.serial_number = fetched.serial_number`;

/** The newest first. */
export async function readContracts(
  pool: Pool,
  { tokenId, driverId, vehicleId, id, now }: ContractQuery & { id?: string; now: Date },
): Promise<Contract[]> {
  const rows = await readRows<Omit<Contract, 'state'>>(
    pool,
    `${contractRows}
     where ($1::text is null or contract.token_id = $1) and ($2::uuid is null or token.driver_id = $2)
       and ($3::uuid is null or contract.vehicle_id = $3) and ($4::uuid is null or contract.id = $4)
     group by contract.id, provisioned_vehicle.pcid, token.label, token.driver_id
     order by contract.issued_at desc, contract.id limit $5`,
    [tokenId ?? null, driverId ?? null, vehicleId ?? null, id ?? null, most],
  );
  return rows.map((row) => ({ ...row, state: stateOf(row, now) }));
}

function stateOf({ revokedAt, certificates }: Omit<Contract, 'state'>, now: Date): Contract['state'] {
  if (revokedAt !== null) return 'revoked';
  const isInForce = certificates.some((each) => each.revokedAt === null && new Date(each.expiresAt) > now);
  return isInForce ? 'installed' : 'waiting';
}

/** To which token a contract certificate of ours belongs. */
export async function readTokenOf(pool: Pool, serialNumber: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ token_id: string }>(
    `select token_id from contract join contract_certificate on contract_id = contract.id where serial_number = $1`,
    [serialNumber],
  );
  return rows[0]?.token_id;
}
