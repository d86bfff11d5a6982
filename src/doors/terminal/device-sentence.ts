import type { LedgerEvent } from '#contract/event.ts';
import type { Text } from './text/text.ts';

/** What events of devices have to tell; a fact that an event has not is empty. */
export type DeviceFacts = Record<
  'device' | 'name' | 'board' | 'transport' | 'reason' | 'address' | 'count' | 'tool' | 'method' | 'status',
  string
> & { isAccepted: boolean };

/** What an event about a device tells, in a sentence; undefined of all others. */
export function deviceSentence({ kind, body }: LedgerEvent, text: Text): string | undefined {
  const sentence = Object.hasOwn(text.deviceEvents, kind) ? text.deviceEvents[kind] : undefined;
  const word = (name: string) => {
    const value = body[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const status = word('status');
  const answers: Readonly<Record<string, string>> = text.device.answers;
  return sentence?.({
    ...{
      device: word('deviceId') || '?',
      name: word('name'),
      board: word('board') || '?',
      transport: word('transport'),
    },
    ...{ reason: word('reason'), address: word('address'), count: word('count'), tool: word('tool') },
    ...{ method: word('method'), status: Object.hasOwn(answers, status) ? (answers[status] ?? status) : status },
    isAccepted: body['verdict'] === 'accept',
  });
}
