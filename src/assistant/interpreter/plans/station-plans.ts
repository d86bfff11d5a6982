import type { IntentOf, Period, StationFilter } from '../intent.ts';
import { addDays, dayIn, momentOf } from '../spot/calendar.ts';
import { siteNamed, stationNamed } from './named.ts';
import { type Answer, askAll, askOne, type Plan, type Setting } from './plan.ts';
import { numberAt, objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { countedTable, rowTable, table, timeOf, timeText, wordOf } from './show.ts';

const pageSize = 25;

const filterArguments: Record<StationFilter, Row> = {
  faulted: { status: 'faulted' },
  unavailable: { status: 'unavailable' },
  charging: { status: 'occupied' },
  // A connector that was free when its station was last heard of helps nobody.
  available: { status: 'available', state: 'online' },
  offline: { state: 'offline' },
  online: { state: 'online' },
  waiting: { state: 'pending' },
};

export function* listStations(setting: Setting, { filter, site }: IntentOf<'list-stations'>): Plan {
  const { heads } = setting.texts;
  const given = { ...(filter && filterArguments[filter]), limit: pageSize };
  const here = site === undefined ? undefined : yield* stationsAt(setting, site);
  const { data } = yield* askOne(setting, 'list_charge_points', { ...given, ...(here && { limit: 100 }) });
  const all = rowsIn(data, 'charge_points');
  const rows = here === undefined ? all : all.filter((row) => here.has(textIn(row, 'charge_point_id')));
  const total = here === undefined ? numberAt(data, 'total') : undefined;
  return countedTable(setting, 'stations', { rows, ...(total !== undefined && { total }) }, [
    [heads.station, 'charge_point_id'],
    [heads.connection, (row) => wordOf(setting, textIn(objectAt(row, 'link'), 'state'))],
    [heads.connectors, (row) => connectorsText(setting, rowsIn(row, 'connectors'))],
    [heads.since, (row) => timeText(setting, textIn(objectAt(row, 'link'), 'since'))],
  ]);
}

function* stationsAt(setting: Setting, site: string) {
  const siteId = yield* siteNamed(setting, site);
  const { data } = yield* askOne(setting, 'list_sites', { site_id: siteId });
  const points = rowsIn(data, 'sites').flatMap((row) => rowsIn(row, 'charge_points'));
  return new Set(points.map((row) => textIn(row, 'charge_point_id')));
}

export function* stationStatus(setting: Setting, { station }: IntentOf<'station-status'>): Plan {
  const id = yield* stationNamed(setting, station);
  const { data } = yield* askOne(setting, 'get_charge_point_status', { charge_point_id: id });
  return statusText(setting, data);
}

function statusText(setting: Setting, data: Row): string {
  const { heads } = setting.texts;
  const link = objectAt(data, 'link');
  const { vendor, model, firmware_version: firmware } = objectAt(data, 'reported_by_station');
  const made = [vendor, model, firmware].filter((word) => typeof word === 'string').join(' ');
  const facts = [
    [heads.station, textIn(data, 'charge_point_id')],
    [heads.connection, wordOf(setting, textIn(link, 'state'))],
    [heads.since, timeText(setting, textIn(link, 'since'))],
    [heads.reason, textIn(link, 'reason')],
    [heads.model, made],
  ].filter(([, value]) => value !== '');
  const connectors = realConnectors(rowsIn(data, 'connectors'));
  const parts = [table([heads.field, heads.value], facts)];
  if (connectors.length > 0)
    parts.push(
      rowTable(setting, connectors, [
        [heads.connector, (row) => `${textIn(row, 'evse_id')}/${textIn(row, 'connector_id')}`],
        [heads.status, (row) => wordOf(setting, textIn(row, 'status'))],
        [heads.since, timeOf(setting, 'since')],
        [heads.reason, 'reported_reason'],
      ]),
    );
  return parts.join('\n\n');
}

/** The status, outages, chain of events, odd sessions and refusals of a station, side by side. Facts with their ids; no conclusions. */
export function* diagnose(setting: Setting, { station, period }: IntentOf<'diagnose'>): Plan {
  const { texts } = setting;
  const id = yield* stationNamed(setting, station);
  const { from, to } = momentsOf(setting, period ?? lastDays(setting, 2));
  const at = { charge_point_id: id };
  const [status, uptime, happened, odd, refused] = yield* askAll(
    { tool: 'get_charge_point_status', given: at },
    { tool: 'get_uptime_report', given: { ...at, from, to, with_outages: true, limit: 10 } },
    { tool: 'what_happened', given: { ...at, from, to, limit: 15 } },
    { tool: 'list_sessions', given: { ...at, from, to, is_flagged: true, limit: 10 } },
    { tool: 'list_refusals', given: { ...at, from, to, limit: 10 } },
  );
  const { heads, diagnosis } = texts;
  const outages = rowsOf(uptime, 'outages');
  const outageTable = rowTable(setting, outages, [
    [heads.reason, 'cause'],
    [heads.start, timeOf(setting, 'from')],
    [heads.end, timeOf(setting, 'to')],
    [heads.status, 'reported_code'],
  ]);
  return [
    `**${diagnosis.state}**`,
    status === undefined || status.isError ? texts.failed(status?.text ?? '') : statusText(setting, status.data),
    `**${diagnosis.outages(outages.length)}**`,
    ...(outages.length > 0 ? [outageTable] : []),
    `**${diagnosis.chain}**`,
    rowTable(setting, rowsOf(happened, 'chain'), [
      [heads.time, timeOf(setting, 'at')],
      [heads.event, 'what'],
      ['id', 'event_id'],
      [heads.causedBy, 'caused_by'],
    ]),
    [diagnosis.odd(rowsOf(odd, 'sessions').length), diagnosis.refused(rowsOf(refused, 'refusals').length)].join(' '),
    diagnosis.next,
  ].join('\n\n');
}

function rowsOf(answer: Answer | undefined, name: string): Row[] {
  return answer === undefined || answer.isError ? [] : rowsIn(answer.data, name);
}

/** 0 stands for the station as a whole. */
export function realConnectors(connectors: readonly Row[]): Row[] {
  return connectors.filter((row) => numberAt(row, 'evse_id') !== 0);
}

function connectorsText(setting: Setting, connectors: readonly Row[]): string {
  const counts = Map.groupBy(realConnectors(connectors), (row) => textIn(row, 'status'));
  return [...counts].map(([status, some]) => `${some.length} ${wordOf(setting, status)}`).join(', ');
}

/** A time between days that has not come yet ends now. */
export function momentsOf({ timeZone, now }: Setting, { from, to }: Period): { from: string; to: string } {
  const [start, end] = [momentOf(from, timeZone), momentOf(to, timeZone)];
  const isOpen = Date.parse(end) > now.getTime() && Date.parse(start) < now.getTime();
  return { from: start, to: isOpen ? now.toISOString() : end };
}

export function lastDays({ now, timeZone }: Setting, days: number): Period {
  const today = dayIn(timeZone, now);
  return { from: addDays(today, 1 - days), to: addDays(today, 1) };
}
