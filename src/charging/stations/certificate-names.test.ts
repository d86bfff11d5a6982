import { expect, test } from 'vitest';
import { isDeniedBy } from './certificate-names.ts';

const station = { stationId: 'CP-7', serialNumber: 'TED-00012' };

test.each([
  ['the serial number', ['TED-00012'], false],
  ['the serial number as another firmware writes it', ['ted00012'], false],
  ['the id', ['CP-7'], false],
  ['both', ['CP-7', 'TED-00012'], false],
  ['the serial number of another', ['TED-00013'], true],
  ['the id, with the serial number of another', ['CP-7', 'TED-00013'], true],
])('a certificate that names %s: it denies the station: %s', (_what, names, isDenied) => {
  expect(isDeniedBy(names, station)).toBe(isDenied);
});

test.each([null, '', ' '])('a station that tells no serial number (%o) contradicts nothing', (serialNumber) => {
  expect(isDeniedBy(['TED-00013'], { ...station, serialNumber })).toBe(false);
});
