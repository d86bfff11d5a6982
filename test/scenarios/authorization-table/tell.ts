import type { Asked } from './places.ts';

type Info = Record<string, unknown>;

/** A token as a reader reads it. */
export type Shown = { value: string; type?: string | undefined };

export type Told = { ref: string; info: Info; evseId: number };

let count = 0;

/** An EVSE of its own for every session, so that none is in the way of another. */
const next = () => (count += 1);

export async function ask(station: Asked, { value, type = 'ISO14443' }: Shown): Promise<Info> {
  if (station.version === '1.6') return (await station.call('Authorize', { idTag: value }))['idTagInfo'] as Info;
  return (await station.call('Authorize', { idToken: { idToken: value, type } }))['idTokenInfo'] as Info;
}

export type Begin = { hoursAgo?: number | undefined; times?: number };

/** `times`: the station tells it again, to the letter. */
export async function begin(station: Asked, shown: Shown, { hoursAgo = 0, times = 1 }: Begin = {}): Promise<Told> {
  const evseId = next();
  const timestamp = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  const message =
    station.version === '1.6'
      ? { connectorId: evseId, idTag: shown.value, meterStart: 1000, timestamp }
      : {
          eventType: 'Started',
          triggerReason: 'Authorized',
          seqNo: 0,
          timestamp,
          ...(hoursAgo > 0 && { offline: true }),
          transactionInfo: { transactionId: `T-${evseId}` },
          evse: { id: evseId, connectorId: 1 },
          idToken: { idToken: shown.value, type: shown.type ?? 'ISO14443' },
        };
  const action = station.version === '1.6' ? 'StartTransaction' : 'TransactionEvent';
  let answer: Info = {};
  for (let time = 0; time < times; time += 1) answer = await station.call(action, message);
  if (station.version === '1.6')
    return { ref: String(answer['transactionId']), info: answer['idTagInfo'] as Info, evseId };
  return { ref: `T-${evseId}`, info: answer['idTokenInfo'] as Info, evseId };
}

/** Without a token: the cable was pulled. */
export async function end(station: Asked, { ref, evseId }: Told, shown?: Shown): Promise<Info> {
  const timestamp = new Date().toISOString();
  if (station.version === '1.6') {
    const message = { transactionId: Number(ref), meterStop: 2000, timestamp };
    const answer = await station.call('StopTransaction', { ...message, ...(shown && { idTag: shown.value }) });
    return (answer['idTagInfo'] ?? {}) as Info;
  }
  const answer = await station.call('TransactionEvent', {
    eventType: 'Ended',
    triggerReason: shown === undefined ? 'EVDeparted' : 'StopAuthorized',
    seqNo: 1,
    timestamp,
    transactionInfo: { transactionId: ref, stoppedReason: shown === undefined ? 'EVDisconnected' : 'Local' },
    evse: { id: evseId, connectorId: 1 },
    ...(shown && { idToken: { idToken: shown.value, type: shown.type ?? 'ISO14443' } }),
  });
  return (answer['idTokenInfo'] ?? {}) as Info;
}
