import { expect, test } from 'vitest';
import type { Report, ReportRow } from '#contract/reports/report.ts';
import { shownRows } from './shown-rows.ts';

function row(key: string, sessions: number): ReportRow {
  return {
    key,
    name: null,
    sessions,
    energyWh: 0,
    revenue: [],
    utilisation: null,
    firstTimeSuccess: null,
    visits: 0,
    uptime: null,
    outageMinutes: 0,
    excludedMinutes: 0,
    refusals: 0,
  };
}

function report(by: Report['by'], rows: ReportRow[], sessions: number): Report {
  const time = '2026-03-01T00:00:00.000Z';
  const total = row('', sessions);
  return { by, from: time, to: time, timeZone: 'UTC', timeZones: [], rows, total, madeAt: time };
}

test('days to come are not shown, days without sessions are', () => {
  const days = [row('2026-03-01', 2), row('2026-03-02', 0), row('2026-03-03', 0)];
  expect(shownRows(report('day', days, 2), '2026-03-02').map(({ key }) => key)).toEqual(['2026-03-01', '2026-03-02']);
});

test('the days before the first session are left out', () => {
  const days = [row('2026-03-01', 0), row('2026-03-02', 3), row('2026-03-03', 0)];
  expect(shownRows(report('day', days, 3), '2026-03-31').map(({ key }) => key)).toEqual(['2026-03-02', '2026-03-03']);
});

test('a month in which nothing happened has no days, but its stations', () => {
  expect(shownRows(report('day', [row('2026-03-01', 0)], 0), '2026-03-31')).toEqual([]);
  expect(shownRows(report('station', [row('CP-1', 0)], 0), '2026-03-31')).toHaveLength(1);
});
