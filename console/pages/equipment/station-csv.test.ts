import { expect, test } from 'vitest';
import { someStation } from '../../../test/support/some-station.ts';
import { stationsCsv } from './station-csv.ts';

const facts = { siteName: () => 'Paulista, "Centro"', powerW: (id: string) => (id === 'CP-1' ? 7400 : null) };

test('a station is a line with its site, its state and its power', () => {
  const [head, line] = stationsCsv([someStation({ id: 'CP-1', place: { siteId: 'sp', note: null } })], facts).split(
    '\r\n',
  );
  expect(head).toMatch(/^station,site,site_name,/);
  expect(line).toMatch(/^CP-1,sp,"Paulista, ""Centro""",,online,2026-03-01T08:00:00.000Z,,,7400,/);
});

test('what a station calls itself is never a formula', () => {
  const csv = stationsCsv([someStation({ id: 'CP-2', vendor: '=HYPERLINK("http://x")' })], facts);
  expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
});
