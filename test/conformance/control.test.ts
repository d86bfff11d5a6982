import { expect } from 'vitest';
import type { CommandList } from '../../src/contract/command.ts';
import type { Station } from '../../src/contract/station.ts';
import { useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;

useCase('B11', 'Reset without ongoing transaction', all, async ({ version, station, command, view }) => {
  const running = command('reset', { when: 'idle' });
  expect(await station.answer('Reset', { status: 'Accepted' })).toEqual({
    type: version === '1.6' ? 'Soft' : 'OnIdle',
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await view<CommandList>('commands')).toMatchObject({
    commands: [{ name: 'reset', outcome: { status: 'accepted' } }],
  });
  return { messages: ['BootNotification', 'Reset'] };
});

useCase(
  'G03',
  'Change Availability of an EVSE or connector',
  all,
  async ({ version, station, command, sigec, stationId }) => {
    const running = command('set-availability', { isOperative: false, evseId: 1 });
    await station.answer('ChangeAvailability', { status: 'Accepted' });
    expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { isScheduled: false } } });
    const timestamp = '2026-03-01T08:00:00Z';
    const status =
      version === '1.6'
        ? { connectorId: 1, errorCode: 'NoError', status: 'Unavailable', timestamp }
        : { evseId: 1, connectorId: 1, connectorStatus: 'Unavailable', timestamp };
    await station.call('StatusNotification', status);
    expect((await sigec.api.get<Station>(`/api/stations/${stationId}`)).connectors).toMatchObject([
      { evseId: 1, status: 'out-of-service' },
    ]);
    return { messages: ['ChangeAvailability', 'StatusNotification'] };
  },
);
