import type { Pool } from 'pg';
import type { SigecError } from '#base/errors.ts';
import type { Device, DeviceState, DeviceTransport } from '#contract/devices/device.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { DeviceNeeds } from './device-needs.ts';

export type DeviceRow = {
  id: string;
  name: string;
  kind: Device['kind'];
  state: DeviceState;
  board: string | null;
  firmware: string | null;
  language: string | null;
  serialNumber: string | null;
  clientHash: Buffer | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
  activatedAt: Date | null;
  activatedBy: string | null;
  askingClientHash: Buffer | null;
  activationCode: string | null;
  activationExpiresAt: Date | null;
  challenge: string | null;
  challengeUsedAt: Date | null;
  approvedAt: Date | null;
  approvedBy: string | null;
  secret: Buffer | null;
  tokenEpoch: number;
  /** The network that it first asked from. */
  askedFrom: string | null;
};

/** With what is only counted, or written by its connections. */
export type KeptDevice = DeviceRow & {
  linkIsOnline: boolean;
  linkTransport: DeviceTransport | null;
  linkSince: Date | null;
  linkReason: string | null;
  /** Orders connections of one device. */
  linkEpoch: number;
  /** Which node holds it, or held it last. */
  linkNode: string | null;
  toolCount: number;
  waitingToolCount: number;
};

const columns = `id, name, kind, state, board, firmware, language, serial_number as "serialNumber", client_hash as "clientHash",
  first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt", activated_at as "activatedAt", activated_by as "activatedBy",
  asking_client_hash as "askingClientHash", activation_code as "activationCode", activation_expires_at as "activationExpiresAt",
  challenge, challenge_used_at as "challengeUsedAt", approved_at as "approvedAt", approved_by as "approvedBy", secret,
  token_epoch as "tokenEpoch", asked_from as "askedFrom", link_is_online as "linkIsOnline", link_transport as "linkTransport", link_since as "linkSince",
  link_reason as "linkReason", link_epoch as "linkEpoch", link_node as "linkNode"`;

const from = `from device
  left join lateral (
    select count(*)::int as "toolCount",
      (count(*) filter (where not is_refused and accepted_hash is distinct from hash))::int as "waitingToolCount"
    from device_tool where device_id = device.id and is_listed
  ) as counted on true`;

export async function readDevice(pool: Pool, id: string): Promise<KeptDevice | undefined> {
  const { rows } = await pool.query<KeptDevice>(`select ${columns}, counted.* ${from} where id = $1`, [id]);
  return rows[0];
}

export async function readDevices(pool: Pool, ids: readonly string[] | null = null): Promise<KeptDevice[]> {
  const { rows } = await pool.query<KeptDevice>(
    `select ${columns}, counted.* ${from} where $1::text[] is null or id = any($1)`,
    [ids],
  );
  return rows;
}

export async function readDeviceByCode(pool: Pool, code: string, now: Date): Promise<KeptDevice | undefined> {
  const { rows } = await pool.query<KeptDevice>(
    `select ${columns}, counted.* ${from} where activation_code = $1 and activation_expires_at > $2`,
    [code, now],
  );
  return rows[0];
}

/** Ids of those that somebody may have meant: the same letters and digits, or the name. */
export async function readSimilarDevices(pool: Pool, id: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from device
     where lower(regexp_replace(id, '[^[:alnum:]]', '', 'g')) = lower(regexp_replace($1, '[^[:alnum:]]', '', 'g')) or lower(name) = lower($1)
     order by id collate "C" limit 3`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Being seen is no fact for the ledger. */
export async function saveLastSeen(pool: Pool, id: string, at: Date): Promise<void> {
  await pool.query('update device set last_seen_at = greatest(last_seen_at, $2) where id = $1', [id, at]);
}

/** A connection does not outlive the process that held it; those of other nodes that are there are left alone. */
export async function endLeftLinks(pool: Pool, at: Date, node: string): Promise<void> {
  await pool.query(
    `update device set link_is_online = false, link_since = $1, link_reason = 'server-stopped'
     where link_is_online and (link_node is null or link_node = $2 or not exists (select from node where id = link_node))`,
    [at, node],
  );
}

/** Its node is dead. Returns which devices it held, whichever of the others was the first to write that down. */
export async function endLinksOf(pool: Pool, at: Date, node: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with ended as (
       update device set link_is_online = false, link_since = $1, link_reason = 'server-stopped'
       where link_is_online and link_node = $2
     ) select id from device where link_node = $2`,
    [at, node],
  );
  return rows.map(({ id }) => id);
}

export function toDevice(row: KeptDevice, now: Date): Device {
  const isAsking = row.activationExpiresAt !== null && row.activationExpiresAt > now;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    state: row.state,
    link: {
      isOnline: row.linkIsOnline,
      transport: row.linkTransport,
      since: row.linkSince?.toISOString() ?? null,
      reason: row.linkReason,
    },
    board: row.board,
    firmware: row.firmware,
    language: row.language,
    serialNumber: row.serialNumber,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: (row.linkIsOnline ? now : row.lastSeenAt).toISOString(), // a connection that is silent does not last
    activatedAt: row.activatedAt?.toISOString() ?? null,
    activatedBy: row.activatedBy,
    codeExpiresAt: isAsking ? (row.activationExpiresAt?.toISOString() ?? null) : null,
    isProofAwaited: row.approvedAt !== null,
    toolCount: row.toolCount,
    waitingToolCount: row.waitingToolCount,
  };
}

/** A device that there is, or NOT_FOUND with those that may have been meant. */
export async function mustReadDevice({ pool }: Pick<DeviceNeeds, 'pool'>, deviceId: string): Promise<KeptDevice> {
  const row = await readDevice(pool, deviceId.trim().toLowerCase());
  if (row !== undefined) return row;
  throw await notKnown(pool, deviceId);
}

export async function notKnown(pool: Pool, deviceId: string): Promise<SigecError> {
  const didYouMean = await readSimilarDevices(pool, deviceId.slice(0, 100));
  const sentence =
    didYouMean.length === 0
      ? sentenceOf('device-not-known', { deviceId })
      : sentenceOf('device-did-you-mean', { deviceId, devices: didYouMean });
  return problemOf('NOT_FOUND', sentence, { didYouMean });
}
