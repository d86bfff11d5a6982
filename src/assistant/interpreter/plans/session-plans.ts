import type { IntentOf } from '../intent.ts';
import { stationNamed } from './named.ts';
import { askOne, type Plan, type Setting } from './plan.ts';
import { namesIn, numberAt, objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { countedTable, energyText, numberText, rowTable, table, timeOf, timeText, wordOf } from './show.ts';
import { momentsOf } from './station-plans.ts';

export function* listSessions(setting: Setting, { isRunning, station, period }: IntentOf<'list-sessions'>): Plan {
  const id = station === undefined ? undefined : yield* stationNamed(setting, station);
  const { data } = yield* askOne(setting, 'list_sessions', {
    ...(id !== undefined && { charge_point_id: id }),
    ...(isRunning !== undefined && { state: isRunning ? 'running' : 'ended' }),
    ...(period !== undefined && momentsOf(setting, period)),
    limit: 20,
  });
  const rows = rowsIn(data, 'sessions');
  return countedTable(setting, 'sessions', { rows, isMore: textIn(data, 'next') !== '' }, sessionColumns(setting));
}

function sessionColumns(setting: Setting) {
  const { heads } = setting.texts;
  return [
    [heads.station, 'charge_point_id'],
    ['EVSE', 'evse_id'],
    [heads.status, (row: Row) => wordOf(setting, textIn(row, 'state'))],
    [heads.start, timeOf(setting, 'started_at')],
    [heads.end, timeOf(setting, 'ended_at')],
    [heads.energy, (row: Row) => energyText(setting, numberAt(row, 'energy_wh'))],
    [heads.cost, 'cost'],
    [heads.session, 'session_id'],
  ] as const;
}

export function* sessionDetails(setting: Setting, { session }: IntentOf<'session-details'>): Plan {
  const { heads } = setting.texts;
  const { data } = yield* askOne(setting, 'get_transaction_details', { transaction_id: session, with_cost: true });
  const candidates = rowsIn(data, 'candidates');
  if (candidates.length > 0) return rowTable(setting, candidates, sessionColumns(setting));
  const found = objectAt(data, 'session');
  const seconds = numberAt(found, 'duration_seconds');
  const facts = [
    [heads.session, textIn(found, 'session_id')],
    [heads.station, [textIn(found, 'charge_point_id'), textIn(found, 'evse_id')].filter(Boolean).join(' / ')],
    [heads.status, wordOf(setting, textIn(found, 'state'))],
    [heads.start, timeText(setting, textIn(found, 'started_at'))],
    [
      heads.end,
      [timeText(setting, textIn(found, 'ended_at')), textIn(found, 'reported_stop_reason')].filter(Boolean).join(' · '),
    ],
    [heads.time, seconds === undefined ? '' : `${numberText(setting, seconds / 60, 0)} min`],
    [heads.energy, energyText(setting, numberAt(found, 'energy_wh'))],
    [heads.cost, textIn(found, 'cost')],
    [heads.token, [textIn(found, 'token_id'), textIn(found, 'token_label')].filter(Boolean).join(' ')],
    [heads.driver, textIn(found, 'driver_name')],
    [heads.reason, namesIn(found, 'flags').join(', ')],
  ].filter(([, value]) => value !== '');
  return table([heads.field, heads.value], facts);
}
