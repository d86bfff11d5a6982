import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { NetworkProfile, NetworkProfileList } from '#contract/stations/network-profiles.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { readRows, tableProjection } from '../rows.ts';

/** What a station took as the way to a server, without the secrets it was given. */
export type TakenProfile = Omit<NetworkProfile, 'setAt' | 'rank'>;

type ProfileRow = TakenProfile & { stationId: string; setAt: Date };

const networkProfiles = tableProjection<ProfileRow>({
  name: 'network profiles',
  table: 'network_profile',
  key: ['stationId', 'slot'],
});

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

/** Profiles with the rank the station gives them: the variables that say so belong to the device model. */
export async function readNetworkProfiles(pool: Pool, stationId: string): Promise<NetworkProfileList> {
  const [profiles, settings] = await Promise.all([
    readRows<Omit<NetworkProfile, 'rank'>>(
      pool,
      `select slot, url, version, interface, security_profile, message_timeout_seconds, identity, apn, vpn_server, set_at
       from network_profile where station_id = $1 order by slot`,
      [stationId],
    ),
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
    profiles: profiles.map((profile) => ({ ...profile, rank: priority.indexOf(String(profile.slot)) + 1 || null })),
    activeSlot: /^\d{1,9}$/.test(active) ? Number(active) : null,
  };
}
