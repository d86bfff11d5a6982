import { randomUUID } from 'node:crypto';
import type { DeviceTransport } from '#contract/devices/device.ts';
import { columnOf } from '#database/columns.ts';
import { type DerivedWrite, Overtaken, type Projection, write } from '#ledger/ledger-types.ts';
import type { DeviceRow } from './device-store.ts';

/** More than anybody lets in by hand; a stranger who invents devices fills no more than this. */
export const maxWaiting = 1_000;
/** Of one network: a site that is being fitted out has fewer that nobody has activated yet. */
export const maxWaitingPerNetwork = 200;

type Columns = Partial<DeviceRow>;
/** Each stands alone: a change is decided upon a row as it was seen, so two of them do not become one. */
type Alone<Row> = Row & { writeId: string };

/** A device that nobody knows yet. Overtaken when somebody else wrote it meanwhile. */
export function newDevice(row: DeviceRow): DerivedWrite {
  return write(newDevices, { ...row, writeId: randomUUID() });
}

/** `onlyIf`: what the change was decided upon; Overtaken when it is so no longer. */
export function changedDevice(id: string, set: Columns, onlyIf: Columns = {}): DerivedWrite {
  return write(changedDevices, { id, set, onlyIf, writeId: randomUUID() });
}

export function removedDevice(id: string): DerivedWrite {
  return write(removedDevices, { id });
}

type LinkWrite = {
  id: string;
  epoch: number;
  /** That holds it. */
  node: string;
  at: Date;
  isOnline: boolean;
  transport: DeviceTransport | null;
  reason: string | null;
};

/** A connection that began or ended; one older than what is known says nothing. */
export function deviceLink(row: LinkWrite): DerivedWrite {
  return write(deviceLinks, row);
}

/**
 * Whose code has run out makes room first, the longest quiet of them; then the newest of the network that has the most. So a stranger
 * who invents devices pushes out their own.
 */
const makeRoom = `
  with waiting as (
    select id, last_seen_at, first_seen_at, coalesce(activation_expires_at > $3, false) as is_live,
      row_number() over (partition by coalesce(asked_from, id)
        order by coalesce(activation_expires_at > $3, false) desc, first_seen_at, id) as place_in_network
    from device where state = 'waiting' and activated_at is null
  ), placed as (
    select id, place_in_network,
      row_number() over (order by is_live desc, case when is_live then place_in_network end,
        case when is_live then first_seen_at end, last_seen_at desc, id) as place
    from waiting
  )
  delete from device where id in (select id from placed where place > $1 or place_in_network > $2)`;

const newDevices: Projection<Alone<DeviceRow>> = {
  name: 'new devices',
  identity: ({ writeId }) => writeId,
  async write(client, rows) {
    for (const { writeId: _writeId, ...row } of rows) {
      const names = Object.keys(row);
      const { rowCount } = await client.query(
        `insert into device (${names.map(columnOf).join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})
         on conflict (id) do nothing`,
        Object.values(row),
      );
      if (rowCount === 0) throw new Overtaken();
    }
    const now = rows.reduce((latest, { lastSeenAt }) => (lastSeenAt > latest ? lastSeenAt : latest), new Date(0));
    await client.query(makeRoom, [maxWaiting, maxWaitingPerNetwork, now]);
  },
};

const changedDevices: Projection<Alone<{ id: string; set: Columns; onlyIf: Columns }>> = {
  name: 'changed devices',
  identity: ({ writeId }) => writeId,
  async write(client, rows) {
    for (const { id, set, onlyIf } of rows) {
      const changes = Object.keys(set).map((name, index) => `${columnOf(name)} = $${index + 2}`);
      const first = changes.length + 2;
      const conditions = Object.keys(onlyIf).map(
        (name, index) => ` and ${columnOf(name)} is not distinct from $${first + index}`,
      );
      const { rowCount } = await client.query(
        `update device set ${changes.join(', ')} where id = $1${conditions.join('')}`,
        [id, ...Object.values(set), ...Object.values(onlyIf)],
      );
      if (rowCount === 0) throw new Overtaken();
    }
  },
};

const removedDevices: Projection<{ id: string }> = {
  name: 'removed devices',
  identity: ({ id }) => id,
  async write(client, rows) {
    await client.query('delete from device where id = any($1)', [rows.map(({ id }) => id)]);
  },
};

/** Devices come by the thousand after a power cut: one statement for all. */
const deviceLinks: Projection<LinkWrite> = {
  name: 'device links',
  identity: ({ id }) => id,
  // The end of the newest connection counts, the end of an older one does not.
  merge: (earlier, later) =>
    later.epoch >= earlier.epoch ? { ...later, transport: later.transport ?? earlier.transport } : earlier,
  async write(client, rows) {
    await client.query(
      `update device set link_is_online = given.is_online, link_transport = coalesce(given.transport, link_transport),
         link_since = given.at, link_reason = given.reason, link_epoch = given.epoch,
         link_node = given.node, last_seen_at = greatest(last_seen_at, given.at)
       from unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::boolean[], $5::text[], $6::text[], $7::uuid[])
         as given (id, epoch, at, is_online, transport, reason, node)
       where device.id = given.id and device.link_epoch <= given.epoch`,
      [
        rows.map(({ id }) => id),
        rows.map(({ epoch }) => epoch),
        rows.map(({ at }) => at),
        rows.map(({ isOnline }) => isOnline),
        rows.map(({ transport }) => transport),
        rows.map(({ reason }) => reason),
        rows.map(({ node }) => node),
      ],
    );
  },
};
