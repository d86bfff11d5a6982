import type { Pool } from 'pg';
import type { DeviceTier, DeviceTool, ToolTrust } from '#contract/devices/device.ts';
import { inColumns } from '#database/columns.ts';
import { type DerivedWrite, Overtaken, type Projection, write } from '#ledger/ledger-types.ts';
import type { ListedTool } from './device-registry.ts';

export type ToolRow = ListedTool & {
  deviceId: string;
  toolName: string;
  tier: DeviceTier;
  hash: string;
  acceptedHash: string | null;
  acceptedBy: string | null;
  acceptedAt: Date | null;
  isRefused: boolean;
  isListed: boolean;
  seenAt: Date;
  position: number;
};

const columns = `device_id as "deviceId", name, tool_name as "toolName", description, input_schema as "inputSchema",
  is_for_users_only as "isForUsersOnly", tier, hash, accepted_hash as "acceptedHash", accepted_by as "acceptedBy",
  accepted_at as "acceptedAt", is_refused as "isRefused", is_listed as "isListed", seen_at as "seenAt", position`;

/** Of these devices, or of all; also what they list no more. */
export async function readTools(pool: Pool, deviceIds: readonly string[] | null): Promise<ToolRow[]> {
  const { rows } = await pool.query<ToolRow>(
    `select ${columns} from device_tool where $1::text[] is null or device_id = any($1) order by device_id collate "C", position, name`,
    [deviceIds],
  );
  return rows;
}

/** Which of these names are those of other tools: of another device, or of this one and not among `tools`. */
export async function readTakenNames(
  pool: Pool,
  { deviceId, tools, names }: { deviceId: string; tools: readonly string[]; names: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    'select tool_name as name from device_tool where tool_name = any($3) and not (device_id = $1 and name = any($2))',
    [deviceId, tools, names],
  );
  return new Set(rows.map(({ name }) => name));
}

export function toDeviceTool(row: ToolRow): DeviceTool {
  const { name, toolName, description, inputSchema, isForUsersOnly, tier, hash, acceptedBy } = row;
  return {
    name,
    toolName,
    description,
    inputSchema,
    isForUsersOnly,
    tier,
    hash,
    acceptedBy,
    trust: trustOf(row),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    seenAt: row.seenAt.toISOString(),
  };
}

function trustOf({ isRefused, acceptedHash, hash }: ToolRow): ToolTrust {
  if (isRefused) return 'refused';
  if (acceptedHash === null) return 'new';
  return acceptedHash === hash ? 'accepted' : 'changed';
}

export function listedTools(deviceId: string, tools: readonly ToolRow[], seenAt: Date): DerivedWrite {
  return write(toolLists, { deviceId, tools, seenAt });
}

/** What somebody decided about a tool, as long as it says what they looked at. */
export function judgedTool(tool: ToolRow): DerivedWrite {
  return write(judgedTools, tool);
}

export function renamedTools(deviceId: string, names: readonly { name: string; toolName: string }[]): DerivedWrite {
  return write(toolNames, { deviceId, names });
}

const toolLists: Projection<{ deviceId: string; tools: readonly ToolRow[]; seenAt: Date }> = {
  name: 'tools of devices',
  identity: ({ deviceId }) => deviceId,
  async write(client, rows) {
    const deviceIds = rows.map(({ deviceId }) => deviceId);
    await client.query('update device_tool set is_listed = false where device_id = any($1)', [deviceIds]);
    // What somebody decided stays; a tool that says something else now is at least as dangerous as before.
    await client.query(
      `insert into device_tool as known (device_id, name, tool_name, description, input_schema, is_for_users_only, tier, hash, seen_at, position)
       select given.device_id, given.name, given.tool_name, given.description, given.input_schema, given.is_for_users_only, given.tier,
         given.hash, given.seen_at, given.position
       from json_populate_recordset(null::device_tool, $1::json) as given join device on device.id = given.device_id
       on conflict (device_id, name) do update set tool_name = excluded.tool_name, description = excluded.description,
         input_schema = excluded.input_schema, is_for_users_only = excluded.is_for_users_only, hash = excluded.hash,
         seen_at = excluded.seen_at, position = excluded.position, is_listed = true,
         tier = case when known.hash = excluded.hash then known.tier else greatest(known.tier, excluded.tier) end`,
      [JSON.stringify(rows.flatMap(({ tools }) => tools.map(inColumns)))],
    );
    await client.query(
      'delete from device_tool where device_id = any($1) and not is_listed and accepted_hash is null and not is_refused',
      [deviceIds],
    );
  },
};

const judgedTools: Projection<ToolRow> = {
  name: 'judged tools of devices',
  identity: ({ deviceId, name, hash }) => `${deviceId} ${hash} ${name}`,
  async write(client, rows) {
    for (const { deviceId, name, hash, tier, acceptedHash, acceptedBy, acceptedAt, isRefused } of rows) {
      const { rowCount } = await client.query(
        `update device_tool set tier = $4, accepted_hash = $5, accepted_by = $6, accepted_at = $7, is_refused = $8
         where device_id = $1 and name = $2 and hash = $3`,
        [deviceId, name, hash, tier, acceptedHash, acceptedBy, acceptedAt, isRefused],
      );
      if (rowCount === 0) throw new Overtaken();
    }
  },
};

const toolNames: Projection<{ deviceId: string; names: readonly { name: string; toolName: string }[] }> = {
  name: 'names of tools of devices',
  identity: ({ deviceId }) => deviceId,
  async write(client, rows) {
    await client.query(
      `update device_tool set tool_name = given.tool_name
       from unnest($1::text[], $2::text[], $3::text[]) as given (device_id, name, tool_name)
       where device_tool.device_id = given.device_id and device_tool.name = given.name`,
      [
        rows.flatMap(({ deviceId, names }) => names.map(() => deviceId)),
        rows.flatMap(({ names }) => names.map(({ name }) => name)),
        rows.flatMap(({ names }) => names.map(({ toolName }) => toolName)),
      ],
    );
  },
};
