import { expect, test } from 'vitest';
import { type BusyHour, hourCells } from './hour-report.ts';

const at = (time: string) => Date.parse(time);
const recife = 'America/Recife';
const cellOf = (cells: ReturnType<typeof hourCells>, weekday: string, hour: number) =>
  cells.find((cell) => cell.weekday === weekday && cell.hour === hour);

function busy(more: Partial<BusyHour>): BusyHour {
  return { weekday: 1, hour: 0, busyMs: 0, sessions: 0, ...more };
}

test('an hour is as busy as its sessions took of it, by the clock of the site', () => {
  // Two weeks of Recife, three hours behind UTC, with one port.
  const port = { period: { from: at('2026-03-02T03:00Z'), to: at('2026-03-16T03:00Z') }, timeZone: recife };
  const cells = hourCells([busy({ weekday: 7, hour: 23, busyMs: 1_800_000, sessions: 1 })], [port], 'UTC');
  expect(cellOf(cells, 'sun', 23)).toMatchObject({ utilisation: 0.25, sessions: 1 });
  expect(cellOf(cells, 'mon', 0)).toMatchObject({ utilisation: 0, sessions: 0 });
  expect(cells).toHaveLength(168);
});

test('where no port was there in an hour, nothing is said of it', () => {
  const port = { period: { from: at('2026-03-02T08:30Z'), to: at('2026-03-02T10:00Z') }, timeZone: null };
  const cells = hourCells([busy({ hour: 8, busyMs: 900_000 })], [port], 'UTC');
  expect(cellOf(cells, 'mon', 7)?.utilisation).toBeNull();
  expect(cellOf(cells, 'mon', 8)?.utilisation).toBe(0.5); // it was there for half of it
  expect(cellOf(cells, 'mon', 10)?.utilisation).toBeNull();
  expect(cellOf(cells, 'tue', 8)?.utilisation).toBeNull();
});
