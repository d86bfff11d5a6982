import { expect } from 'vitest';
import type { SampleList, StreamList } from '../../src/contract/stations/streams.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const only21 = ['2.1'] as const;

const power = { component: { name: 'EVSE', evse: { id: 1 } }, variable: { name: 'Power' } };
const stream = (id: number, params = { interval: 10, values: 5 }) => ({ id, params, variableMonitoringId: 7 });
const open = ({ station }: UseCase, id: number) =>
  station.call('OpenPeriodicEventStream', { constantStreamData: stream(id) });
const streams = async ({ view }: UseCase) => (await view<StreamList>('streams')).streams;

useCase('N11', 'Set frequent periodic variable monitoring', only21, async (given) => {
  const { station, command } = given;
  const running = command('set-monitors', {
    monitors: [
      { name: 'EVSE@1.Power', type: 'periodic', value: 1, severity: 8, stream: { intervalSeconds: 10, values: 5 } },
    ],
  });
  const asked = await station.answer('SetVariableMonitoring', {
    setMonitoringResult: [{ ...power, id: 7, type: 'Periodic', severity: 8, status: 'Accepted' }],
  });
  expect(asked).toMatchObject({ setMonitoringData: [{ periodicEventStream: { interval: 10, values: 5 } }] });
  expect(await open(given, 1)).toEqual({ status: 'Accepted' });
  expect(await running).toMatchObject({ outcome: { status: 'accepted', losses: [] } });
  expect(await streams(given)).toMatchObject([
    { id: 1, monitorId: 7, variable: 'EVSE@1.Power', intervalSeconds: 10, values: 5, closedAt: null, messages: 0 },
  ]);
  return { messages: ['SetVariableMonitoring', 'OpenPeriodicEventStream'] };
});

useCase('N11', 'A station that opens streams without end is refused', only21, async (given) => {
  for (let id = 1; id <= 100; id += 1) expect(await open(given, id)).toEqual({ status: 'Accepted' });
  expect(await open(given, 101)).toMatchObject({ status: 'Rejected', statusInfo: { reasonCode: 'TooManyElements' } });
  expect(await streams(given)).toHaveLength(100);
  return { messages: ['OpenPeriodicEventStream', 'OpenPeriodicEventStream'] };
});

useCase('N12', 'Get periodic event streams', only21, async (given) => {
  const { station, command } = given;
  await open(given, 1);
  const running = command('get-streams');
  expect(
    await station.answer('GetPeriodicEventStream', { constantStreamData: [stream(2, { interval: 60, values: 1 })] }),
  ).toEqual({});
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { open: 1 } } });
  expect(await streams(given)).toMatchObject([
    { id: 2, intervalSeconds: 60, values: 1, closedAt: null },
    { id: 1, closedAt: expect.any(String) as string }, // the station no longer has it
  ]);
  return { messages: ['OpenPeriodicEventStream', 'GetPeriodicEventStream'] };
});

useCase('N13', 'Close periodic event streams', only21, async (given) => {
  const { station } = given;
  await open(given, 1);
  expect(await station.call('ClosePeriodicEventStream', { id: 1 })).toEqual({});
  expect(await streams(given)).toMatchObject([{ id: 1, closedAt: expect.any(String) as string }]);
  await open(given, 1);
  expect(await streams(given)).toMatchObject([{ id: 1, closedAt: null }]);
  return { messages: ['OpenPeriodicEventStream', 'ClosePeriodicEventStream', 'OpenPeriodicEventStream'] };
});

useCase('N14', 'Adjust periodic event streams', only21, async (given) => {
  const { station, command } = given;
  await open(given, 1);
  const running = command('adjust-stream', { id: 1, pace: { intervalSeconds: 30 } });
  expect(await station.answer('AdjustPeriodicEventStream', { status: 'Accepted' })).toEqual({
    id: 1,
    params: { interval: 30 },
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await streams(given)).toMatchObject([{ id: 1, intervalSeconds: 30, values: 5 }]);
  const refused = command('adjust-stream', { id: 9, pace: { values: 1 } });
  await station.answer('AdjustPeriodicEventStream', { status: 'Rejected' });
  expect(await refused).toMatchObject({ outcome: { status: 'rejected' } });
  return { messages: ['OpenPeriodicEventStream', 'AdjustPeriodicEventStream', 'AdjustPeriodicEventStream'] };
});

useCase('N15', 'Periodic event stream', only21, async (given) => {
  const { station, view } = given;
  await open(given, 1);
  const data = [
    { t: 0, v: '11000' },
    { t: 0.5, v: '11040' },
  ];
  const notify = (payload: object) => station.send(JSON.stringify([6, 'n', 'NotifyPeriodicEventStream', payload]));
  notify({ id: 1, pending: 3, basetime: '2026-03-01T08:00:00Z', data });
  notify({ id: 1, basetime: '2026-03-01T08:00:01Z', data }); // without `pending` it does not fit its schema
  // The next thing that is heard is the answer to this: neither message was answered.
  await station.call('Heartbeat', {});
  expect(await streams(given)).toMatchObject([
    { id: 1, messages: 1, pending: 3, lastSample: { at: '2026-03-01T08:00:00.500Z', value: '11040' } },
  ]);
  expect((await view<SampleList>('streams/1/samples')).samples).toEqual([
    { at: '2026-03-01T08:00:00.000Z', value: '11000' },
    { at: '2026-03-01T08:00:00.500Z', value: '11040' },
  ]);
  return { messages: ['OpenPeriodicEventStream', 'NotifyPeriodicEventStream', 'NotifyPeriodicEventStream'] };
});
