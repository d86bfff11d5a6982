import * as schemas16 from 'typed-ocpp/dist/ocpp16/schemas.js';
import * as schemas20 from 'typed-ocpp/dist/ocpp20/schemas.js';
import * as schemas21 from 'typed-ocpp/dist/ocpp21/schemas.js';
import { expect, test } from 'vitest';
import type { MeterMessageList } from '../../src/contract/sessions/session.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import type { JsonSchema } from '../support/schema-arbitrary.ts';
import { startSigec } from '../support/sigec.ts';

const versions = [
  ['1.6', schemas16],
  ['2.0.1', schemas20],
  ['2.1', schemas21],
] as const;

/** Everything that a sample can say, by the schema of the version: the words of each field. */
function wordsOf(schemas: object): Record<'measurand' | 'phase' | 'location' | 'context', readonly string[]> {
  const request = (schemas as Record<string, JsonSchema>)['MeterValuesRequest'] as JsonSchema;
  const resolve = (schema: JsonSchema | undefined): JsonSchema =>
    schema?.$ref === undefined ? (schema ?? {}) : resolve(request.definitions?.[schema.$ref.split('/').at(-1) ?? '']);
  const meterValue = resolve(resolve(request.properties?.['meterValue']).items);
  const { properties = {} } = resolve(resolve(meterValue.properties?.['sampledValue']).items);
  const words = (field: string) => resolve(properties[field]).enum ?? [];
  return {
    measurand: words('measurand'),
    phase: words('phase'),
    location: words('location'),
    context: words('context'),
  };
}

test.each(versions)('every measurand, phase, place and circumstance of OCPP %s is kept', async (version, schemas) => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = await connectRaw(sigec.addresses.ocpp, 'CP', { protocols: [`ocpp${version}`] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload[version]]);
  const words = wordsOf(schemas);
  expect(Object.values(words).map((list) => list.length)).toEqual(
    { '1.6': [22, 10, 5, 8], '2.0.1': [25, 10, 5, 8], '2.1': [56, 10, 6, 8] }[version],
  );
  const value = (number: number) => (version === '1.6' ? String(number) : number);
  const usual = {
    measurand: 'Energy.Active.Import.Register',
    phase: null,
    location: 'Outlet',
    context: 'Sample.Periodic',
  };
  const told = Object.entries(words).flatMap(([field, list]) => list.map((word) => ({ [field]: word })));
  const sampledValue = told.map((words, index) => ({ ...words, value: value(index) }));
  const meterValue = [{ timestamp: '2026-03-01T08:00:00Z', sampledValue }];
  const place = version === '1.6' ? { connectorId: 1 } : { evseId: 1 };
  expect(await station.ask([2, 'm', 'MeterValues', { ...place, meterValue }])).toEqual([3, 'm', {}]);

  const { messages } = await sigec.api.get<MeterMessageList>('/api/stations/CP/meter-values');
  const kept = messages.flatMap(({ samples }) => samples);
  expect(kept).toMatchObject(told.map((words, index) => ({ ...usual, ...words, value: index })));
});
