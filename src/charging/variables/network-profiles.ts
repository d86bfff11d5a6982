import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { NetworkInterface, NetworkProfile, NetworkProfileList } from '#contract/stations/network-profiles.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { type Ledger, type Projection, write } from '#ledger/ledger-types.ts';

/** What a station took as the way to a server, without the secrets it was given. */
export type TakenProfile = Omit<NetworkProfile, 'setAt' | 'rank'>;

type ProfileRow = TakenProfile & { stationId: string; setAt: Date };

const networkProfiles: Projection<ProfileRow> = {
  name: 'network profiles',
  identity: (row) => `${row.stationId}\n${row.slot}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into network_profile (station_id, slot, url, version, interface, security_profile, message_timeout_seconds,
         identity, apn, vpn_server, set_at)
       select * from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::integer[],
         $8::text[], $9::text[], $10::text[], $11::timestamptz[])
       on conflict (station_id, slot) do update
         set url = excluded.url, version = excluded.version, interface = excluded.interface,
           security_profile = excluded.security_profile, message_timeout_seconds = excluded.message_timeout_seconds,
           identity = excluded.identity, apn = excluded.apn, vpn_server = excluded.vpn_server, set_at = excluded.set_at`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.slot),
        rows.map((row) => row.url),
        rows.map((row) => row.version),
        rows.map((row) => row.interface),
        rows.map((row) => row.securityProfile),
        rows.map((row) => row.messageTimeoutSeconds),
        rows.map((row) => row.identity),
        rows.map((row) => row.apn),
        rows.map((row) => row.vpnServer),
        rows.map((row) => row.setAt.toISOString()),
      ],
    );
  },
};

export async function recordNetworkProfile(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  stationId: string,
  profile: TakenProfile,
): Promise<void> {
  const setAt = clock.now();
  await ledger.commit({
    events: [{ kind: 'network-profile-set', stationId, happenedAt: setAt, body: profile }],
    writes: [write(networkProfiles, { ...profile, stationId, setAt })],
    whenRefused: 'set-aside',
  });
}

type Row = {
  slot: number;
  url: string;
  version: OcppVersion;
  interface: NetworkInterface;
  security_profile: number;
  message_timeout_seconds: number;
  identity: string | null;
  apn: string | null;
  vpn_server: string | null;
  set_at: Date;
};

/** Profiles with the rank the station gives them: the variables that say so belong to the device model. */
export async function readNetworkProfiles(pool: Pool, stationId: string): Promise<NetworkProfileList> {
  const [profiles, settings] = await Promise.all([
    pool.query<Row>('select * from network_profile where station_id = $1 order by slot', [stationId]),
    pool.query<{ variable: string; value: string | null }>(
      `select variable, value from variable where station_id = $1 and component = 'OCPPCommCtrlr'
         and variable in ('NetworkConfigurationPriority', 'ActiveNetworkProfile') and attribute = 'actual'`,
      [stationId],
    ),
  ]);
  const setting = (name: string) => settings.rows.find(({ variable }) => variable === name)?.value ?? '';
  const priority = setting('NetworkConfigurationPriority')
    .split(',')
    .map((slot) => slot.trim());
  const active = setting('ActiveNetworkProfile');
  return {
    profiles: profiles.rows.map((row) => ({
      slot: row.slot,
      url: row.url,
      version: row.version,
      interface: row.interface,
      securityProfile: row.security_profile,
      messageTimeoutSeconds: row.message_timeout_seconds,
      identity: row.identity,
      apn: row.apn,
      vpnServer: row.vpn_server,
      setAt: row.set_at.toISOString(),
      rank: priority.indexOf(String(row.slot)) + 1 || null,
    })),
    activeSlot: /^\d{1,9}$/.test(active) ? Number(active) : null,
  };
}
