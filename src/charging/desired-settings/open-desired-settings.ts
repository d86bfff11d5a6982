import { Cache } from '#base/cache.ts';
import type { DesiredSetting } from '#contract/stations/desired-setting.ts';
import { Batcher } from '../batcher.ts';
import { noStation } from '../stations/known-station.ts';
import { placeName } from '../variables/place.ts';
import { keepSettings, masterPassOf, type SettingNeeds, settingsToVisit, wantedOf } from './reconcile-settings.ts';
import { readMasterPass, readSettingStations } from './setting-store.ts';

export type SettingKeeper = ReturnType<typeof openDesiredSettings>['keeper'];

type Needs = Omit<SettingNeeds, 'stations' | 'masterPass'>;

export function openDesiredSettings(given: Needs) {
  const { pool, nodeId, clock } = given;
  const stations = new Batcher(
    async (ids) => new Map((await readSettingStations(pool, { nodeId, ids })).map((one) => [one.stationId, one])),
  );
  const masterPass = new Cache({ read: () => readMasterPass(pool), clock, lastsMs: 10_000 });
  const needs = { ...given, stations, masterPass };
  return {
    desiredSettings: {
      async view(stationId: string): Promise<DesiredSetting[]> {
        const station = await stations.read(stationId);
        if (station === undefined) throw noStation(stationId);
        return wantedOf(station, await masterPassOf(needs)).map(({ name, place, wanted: value }) => {
          const row = station.rows.get(name);
          const isTold = row?.wanted === value;
          return {
            name,
            variable: place === null ? null : placeName(place),
            wanted: value,
            state: isTold ? row.state : place === null ? 'not-in-version' : 'pending',
            said: isTold ? row.said : null,
            since: isTold ? row.since.toISOString() : null,
            nextTryAt: isTold ? (row.nextTryAt?.toISOString() ?? null) : null,
          };
        });
      },
    },
    keeper: {
      keep: (stationId: string) => keepSettings(needs, stationId),
      /** Of these stations, those that have something to hear, or to say; null: of all that are online here. */
      toVisit: (stationIds: readonly string[] | null) => settingsToVisit(needs, stationIds),
      renew: () => masterPass.forgetAll(),
    },
  };
}
