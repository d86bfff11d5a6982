import type { Weekday } from '../../../src/contract/reports/calendar.ts';
import type { OcppVersion } from '../../../src/contract/stations/station.ts';
import { bootPayload, connectRaw } from '../../support/raw-station.ts';
import type { TestSigec } from '../../support/sigec.ts';
import { enterGroup } from '../../support/tokens.ts';
import { type ScriptedStation, scripted } from '../../support/use-case.ts';
import type { PlaceName } from './cases.ts';

export type Asked = ScriptedStation & { id: string; siteId: string | null; version: OcppVersion };

export type Places = AsyncDisposable & {
  admittedGroupId: string;
  /** A booted station that stands there; `other`: one more of the street. */
  station(version: OcppVersion, place: PlaceName | 'other'): Asked;
};

const timeZone = 'America/Sao_Paulo';
const versions = ['1.6', '2.0.1', '2.1'] as const;

/** Sites with their rules, and a station of each version at every place. */
export async function makePlaces(sigec: TestSigec): Promise<Places> {
  await using opened = new AsyncDisposableStack();
  const admittedGroupId = (await enterGroup(sigec, 'ADMITTED')).id;
  const allWeek = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], hours: '00:00-24:00' }];
  const sites: Record<string, object> = {
    depot: {},
    'fleet-yard': { admits: [admittedGroupId] },
    'open-hours': { openingHours: allWeek, isClosedOutside: true },
    'night-shut': { openingHours: [{ days: [weekdayIn(72)], hours: '00:00-24:00' }], isClosedOutside: true },
    'open-then': { openingHours: [{ days: [weekdayIn(-72)], hours: '00:00-24:00' }], isClosedOutside: true },
  };
  for (const [id, rules] of Object.entries(sites))
    await sigec.api.post('/api/sites', { id, name: `Site ${id}`, timeZone, currency: 'BRL', ...rules });

  const siteOf: Record<PlaceName | 'other', string | null> = {
    street: null,
    other: null,
    depot: 'depot',
    'fleet-yard': 'fleet-yard',
    'guest-post': 'fleet-yard',
    'night-shut': 'night-shut',
    'open-hours': 'open-hours',
    'open-then': 'open-then',
  };
  const stations = new Map<string, Asked>();
  for (const version of versions)
    for (const [place, siteId] of Object.entries(siteOf)) {
      const id = `${place}-${version}`;
      const station = opened.use(
        scripted(await connectRaw(sigec.addresses.ocpp, id, { protocols: [`ocpp${version}`] })),
      );
      await station.call('BootNotification', bootPayload[version]);
      if (siteId !== null)
        await sigec.api.put(
          `/api/sites/${siteId}/stations/${id}`,
          place === 'guest-post' ? { admits: 'everyone' } : {},
        );
      stations.set(id, Object.assign(station, { id, siteId, version }));
    }
  const held = opened.move();
  return {
    admittedGroupId,
    station: (version, place) => stations.get(`${place}-${version}`) as Asked,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** The day it is there, so many hours from now. */
function weekdayIn(hours: number): Weekday {
  const day = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone }).format(Date.now() + hours * 3_600_000);
  return day.toLowerCase() as Weekday;
}
