import { expect } from 'vitest';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import type { UseCase } from './use-case.ts';

export const noon = '2026-03-01T12:00:00.000Z';

/** A session runs at EVSE 1: our id and the station's name for it. */
export async function startSession({ station, version, view }: UseCase): Promise<{ id: string; ref: string }> {
  if (version === '1.6') {
    await station.call('StartTransaction', { connectorId: 1, idTag: 'DRIVER-1', meterStart: 0, timestamp: noon });
  } else {
    await station.call('TransactionEvent', txEvent({ seqNo: 0, type: 'Started', trigger: 'CablePluggedIn' }));
  }
  const [session] = (await view<SessionPage>('sessions')).sessions;
  if (session === undefined) throw new Error('the session did not start');
  return session;
}

/** How the session is told in each version. */
export const startMessage = (version: UseCase['version']) =>
  version === '1.6' ? 'StartTransaction' : 'TransactionEvent';

type TxEvent = { seqNo: number; type?: 'Started' | 'Updated' | 'Ended'; trigger: string; more?: object };

export function txEvent({ seqNo, type = 'Updated', trigger, more = {} }: TxEvent) {
  return {
    eventType: type,
    timestamp: noon,
    triggerReason: trigger,
    seqNo,
    evse: { id: 1, connectorId: 1 },
    transactionInfo: { transactionId: 'T-1', chargingState: 'Charging' },
    ...more,
  };
}

/** Gives the station a charging profile, which it answers as told: what we said to it, and how the command ended. */
export async function setChargingProfile(
  { station, command }: UseCase,
  input: object,
  answer: object = { status: 'Accepted' },
): Promise<{ profile: Record<string, unknown>; asked: Record<string, unknown>; record: CommandRecord }> {
  const running = command('set-charging-profile', input);
  const asked = await station.answer('SetChargingProfile', answer);
  const profile = (asked['chargingProfile'] ?? asked['csChargingProfiles']) as Record<string, unknown>;
  return { profile, asked, record: await running };
}

/** What the station was told of each period, in every version at the same depth. */
export function periodsOf({ chargingSchedule }: Record<string, unknown>): unknown {
  const [first] = [chargingSchedule].flat() as { chargingSchedulePeriod: unknown }[];
  return first?.chargingSchedulePeriod;
}

export function expectAccepted(record: CommandRecord): void {
  expect(record.outcome).toMatchObject({ status: 'accepted', losses: [] });
}
