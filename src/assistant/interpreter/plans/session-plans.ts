import type { Intent } from '../intent.ts';
import { stationNamed } from './named.ts';
import { askOne, type Plan, type Setting } from './plan.ts';
import { namesIn, numberAt, objectAt, rowsIn, textIn } from './read-answer.ts';
import { energyText, numberText, table, timeText } from './show.ts';
import { momentsOf, wordOf } from './station-plans.ts';

type Of<Name extends Intent['intent']> = Extract<Intent, { intent: Name }>;
type Row = Record<string, unknown>;

export function* listSessions(setting: Setting, { isRunning, station, period }: Of<'list-sessions'>): Plan {
  const { texts } = setting;
  const id = station === undefined ? undefined : yield* stationNamed(setting, station);
  const { data } = yield* askOne(setting, 'list_sessions', {
    ...(id !== undefined && { charge_point_id: id }),
    ...(isRunning !== undefined && { state: isRunning ? 'running' : 'ended' }),
    ...(period !== undefined && momentsOf(setting, period)),
    limit: 20,
  });
  const rows = rowsIn(data, 'sessions');
  if (rows.length === 0) return texts.none;
  const isMore = textIn(data, 'next') !== '';
  return [
    texts.counted(rows.length, rows.length, 'sessions'),
    sessionTable(setting, rows),
    ...(isMore ? [texts.more] : []),
  ].join('\n\n');
}

export function sessionTable(setting: Setting, rows: readonly Row[]): string {
  const { heads } = setting.texts;
  const lines = rows.map((row) => [
    textIn(row, 'charge_point_id'),
    textIn(row, 'evse_id'),
    wordOf(setting, textIn(row, 'state')),
    timeText(setting, textIn(row, 'started_at')),
    timeText(setting, textIn(row, 'ended_at')),
    energyText(setting, numberAt(row, 'energy_wh')),
    textIn(row, 'cost'),
    textIn(row, 'session_id'),
  ]);
  return table(
    [heads.station, 'EVSE', heads.status, heads.start, heads.end, heads.energy, heads.cost, heads.session],
    lines,
  );
}

export function* sessionDetails(setting: Setting, { session }: Of<'session-details'>): Plan {
  const { heads } = setting.texts;
  const { data } = yield* askOne(setting, 'get_transaction_details', { transaction_id: session, with_cost: true });
  const candidates = rowsIn(data, 'candidates');
  if (candidates.length > 0) return sessionTable(setting, candidates);
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
