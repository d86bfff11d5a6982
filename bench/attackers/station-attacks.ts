import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Attack } from './attack.ts';
import { floodAgainAndAgain, frame, openWebSocket } from './flood-socket.ts';

const boot16 = { chargePointVendor: 'Bench', chargePointModel: 'Flood' };
const boot2x = { reason: 'PowerUp', chargingStation: { vendorName: 'Bench', model: 'Flood' } };

type Speaker = { stationId: string; version?: '1.6' | '2.0.1' | '2.1'; readsNothing?: boolean };

/** A station that was accepted and sends the same frames as fast as its socket takes them. */
export function stationThatSends(
  { stationId, version = '1.6', readsNothing = false }: Speaker,
  pieces: readonly Buffer[],
): Attack {
  return ({ ocppUrl }, tally, signal) =>
    floodAgainAndAgain(
      async () => {
        const socket = await openWebSocket(`${ocppUrl}/FLOOD-${stationId}`, {
          protocols: [`ocpp${version}`],
          first: call('b', 'BootNotification', version === '1.6' ? boot16 : boot2x),
        });
        return readsNothing ? socket.pause() : socket;
      },
      pieces,
      { tally, signal },
    );
}

/** One session, and with every event its register falls: nothing follows plainly from what is known of it. */
export const fallingRegisters: Attack = async ({ ocppUrl }, tally, signal) => {
  const socket = new WebSocket(`${ocppUrl}/FLOOD-FALLING`, ['ocpp2.0.1'], { perMessageDeflate: false });
  socket.on('error', () => undefined);
  signal.addEventListener('abort', () => socket.terminate(), { once: true });
  await once(socket, 'open');
  socket.send(call('b', 'BootNotification', boot2x));
  // Our own questions count as answers too; what matters is that it never has many messages waiting.
  socket.on('message', () => {
    socket.send(call(String(tally.messages), 'TransactionEvent', fallingEvent(tally.messages)));
    tally.messages += 1;
  });
  await once(socket, 'close');
};

function fallingEvent(seqNo: number): object {
  const timestamp = new Date().toISOString();
  return {
    eventType: seqNo === 0 ? 'Started' : 'Updated',
    timestamp,
    triggerReason: 'MeterValuePeriodic',
    seqNo,
    transactionInfo: { transactionId: 'FALLING' },
    meterValue: [{ timestamp, sampledValue: [{ value: 1e9 - seqNo }] }],
  };
}

/** Near the largest frame that the door takes. */
export function manyValues(count: number): Buffer {
  const sampledValue = Array.from({ length: count }, () => ({ value: '1' }));
  const meterValue = [{ timestamp: '2026-03-01T08:00:00Z', sampledValue }];
  return frame(1, call('v', 'MeterValues', { connectorId: 1, meterValue }));
}

/** The same in a session, with registers in no order. */
export function manyRegisters(count: number): Buffer {
  const sampledValue = Array.from({ length: count }, (_, nth) => ({ value: (nth * 7) % 10 }));
  const payload = {
    eventType: 'Updated',
    timestamp: '2026-03-01T08:00:00Z',
    triggerReason: 'MeterValuePeriodic',
    seqNo: 1,
    transactionInfo: { transactionId: 'MANY' },
    meterValue: [{ timestamp: '2026-03-01T08:00:00Z', sampledValue }],
  };
  return frame(1, call('r', 'TransactionEvent', payload));
}

export function largeTransfer(characters: number): Buffer {
  return frame(1, call('d', 'DataTransfer', { vendorId: 'Bench', data: 'x'.repeat(characters) }));
}

export function malformedStop(characters: number): Buffer {
  return frame(1, call('s', 'StopTransaction', { transactionId: 'x', junk: 'y'.repeat(characters) }));
}

function call(messageId: string, action: string, payload: object): string {
  return JSON.stringify([2, messageId, action, payload]);
}
