import { expect } from 'vitest';
import type { StationLogs } from '../../src/contract/stations/logs.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import { someNumber } from '../support/some.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;

const location = 'https://logs.example/inbox/';
const oldestAt = '2026-03-01T00:00:00.000Z';
const latestAt = '2026-03-02T00:00:00.000Z';

const logs = ({ view }: UseCase) => view<StationLogs>('logs');

useCase('N01', 'Retrieve Log Information: diagnostics', all, async (given) => {
  const { version, station, command } = given;
  const is16 = version === '1.6';
  const running = command('get-log', { kind: 'diagnostics', location, oldestAt, latestAt, retries: 1 });
  const action = is16 ? 'GetDiagnostics' : 'GetLog';
  const fileName = 'diagnostics.zip';
  const asked = await station.answer(action, is16 ? { fileName } : { status: 'Accepted', filename: fileName });
  const { requestId } = asked;
  expect(asked).toEqual(
    is16
      ? { location, startTime: oldestAt, stopTime: latestAt, retries: 1 }
      : {
          requestId: someNumber,
          logType: 'DiagnosticsLog',
          retries: 1,
          log: { remoteLocation: location, oldestTimestamp: oldestAt, latestTimestamp: latestAt },
        },
  );
  expect(await running).toMatchObject({
    outcome: { status: 'accepted', answer: { fileName, hasCanceledEarlier: false }, losses: [] },
  });
  const report = is16 ? 'DiagnosticsStatusNotification' : 'LogStatusNotification';
  for (const status of ['Uploading', 'Uploaded'])
    expect(await station.call(report, { status, ...(!is16 && { requestId }) })).toEqual({});
  expect(await logs(given)).toMatchObject({
    requests: [
      {
        kind: 'diagnostics',
        location,
        oldestAt,
        latestAt,
        outcome: 'accepted',
        fileName,
        status: 'uploaded',
        reports: [{ status: 'uploading' }, { status: 'uploaded' }],
      },
    ],
    otherReports: [],
  });
  return { messages: [action, report, report] };
});

useCase('N01', 'Retrieve Log Information: security log', all, async (given) => {
  const { version, station, command, view } = given;
  const running = command('get-log', { kind: 'security', location: 'ftp://ana:segredo@logs.example/inbox' });
  const asked = await station.answer('GetLog', { status: 'AcceptedCanceled', filename: 'security.log' });
  const { requestId } = asked;
  expect(asked).toMatchObject({
    logType: 'SecurityLog',
    log: { remoteLocation: 'ftp://ana:segredo@logs.example/inbox' },
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { hasCanceledEarlier: true } } });
  const why = version === '2.1' ? { statusInfo: { reasonCode: 'Denied' } } : {};
  await station.call('LogStatusNotification', { status: 'PermissionDenied', requestId, ...why });
  await station.call('LogStatusNotification', { status: 'Idle' });
  const seen = await logs(given);
  expect(seen).toMatchObject({
    requests: [
      {
        kind: 'security',
        status: 'permission-denied',
        reports: [{ reason: version === '2.1' ? 'Denied' : null }],
      },
    ],
    otherReports: [{ status: 'idle' }],
  });
  // The password in an address is for the station alone.
  const kept = [seen, await view<MessageList>('messages?limit=1000'), await view('commands')];
  expect(JSON.stringify(kept)).not.toContain('segredo');
  return { messages: ['GetLog', 'LogStatusNotification'] };
});

useCase('N01', 'Retrieve Log Information, refused', all, async (given) => {
  const { version, station, command } = given;
  const running = command('get-log', { location });
  if (version === '1.6') await station.answer('GetDiagnostics', {});
  else await station.answer('GetLog', { status: 'Rejected' });
  expect(await running).toMatchObject({ outcome: { status: 'rejected' } });
  const collector = command('get-log', { kind: 'data-collector', location });
  if (version === '2.1') {
    expect(await station.answer('GetLog', { status: 'Accepted' })).toMatchObject({ logType: 'DataCollectorLog' });
    expect(await collector).toMatchObject({ outcome: { status: 'accepted' } });
  } else expect(await collector).toMatchObject({ outcome: { status: 'not-sent', losses: [{ field: 'kind' }] } });
  const { requests } = await logs(given);
  expect(requests.map(({ kind, outcome, status }) => ({ kind, outcome, status }))).toEqual([
    ...(version === '2.1' ? [{ kind: 'data-collector', outcome: 'accepted', status: null }] : []),
    { kind: 'diagnostics', outcome: 'rejected', status: null },
  ]);
  return { messages: [version === '1.6' ? 'GetDiagnostics' : 'GetLog'] };
});
