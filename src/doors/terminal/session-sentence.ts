import type { LedgerEvent } from '#contract/event.ts';
import { moneyOf } from './book-sentence.ts';
import { chargingStateWord, energyWords, placeOf, stopReasonWord } from './session-words.ts';
import type { Text } from './text/text.ts';

type Body = LedgerEvent['body'];

/** What an event about a session tells, in a sentence; undefined of all others. */
export function sessionSentence({ kind, stationId, body }: LedgerEvent, text: Text): string | undefined {
  const station = stationId ?? '';
  const session = word(body, 'ref') ?? '';
  const { sessionEvent: words } = text;
  switch (kind) {
    case 'session-event':
      return reported(station, body, text);
    case 'session-conflict':
      return words.conflict(station, session);
    case 'session-overlap':
      return words.overlap(station, session);
    case 'session-stop-matched':
      return body['stop'] === null ? words.stopUnmatched(station, session) : words.stopMatched(station, session);
    case 'session-merged':
      return body['into'] === null ? words.unmerged(station, session) : words.merged(station, session);
    case 'session-closed-inferred':
      return words.closed(station, session);
    case 'session-limits-asked':
      return words.limitsAsked(station);
    case 'session-limits-set':
      return words.limits(station);
    case 'session-tariff-changed':
      return words.tariff(station, word(body, 'sessionRef') ?? '');
    case 'session-cost-told':
      return words.costTold(station);
    case 'session-cost-reported':
      return words.costReported(station);
    case 'session-cost-differs':
      return words.costDiffers(station, word(body, 'sessionRef') ?? '', moneyOf(body, 'difference', text));
    case 'session-billed':
      return words.billed(station, session, moneyOf(body, 'total', text));
    case 'session-bill-adjusted':
      return words.billAdjusted(station, session, moneyOf(body, 'amount', text));
    case 'session-bill-corrected':
      return words.billCorrected(station, session, moneyOf(body, 'amount', text));
    case 'meter-values':
      return words.meterValues(whereOf(station, body, text));
    default:
      return undefined;
  }
}

/** "CP-7 connector 2: session 4711 ended, the vehicle was unplugged, meter at 14.200 kWh" */
function reported(station: string, body: Body, text: Text): string {
  const { sessionEvent: words } = text;
  const [where, session] = [whereOf(station, body, text), word(body, 'ref') ?? ''];
  const [type, trigger] = [word(body, 'type'), word(body, 'trigger')];
  const [state, reason] = [word(body, 'chargingState'), word(body, 'stopReason')];
  const register = lastRegister(body);
  const what =
    type === 'started'
      ? words.started(where, session)
      : type === 'ended'
        ? words.ended(where, session)
        : words.updated(where, session);
  return [
    what,
    ...(trigger === 'RemoteStart' ? [words.remoteStart] : []),
    ...(type === 'ended' && reason !== undefined ? [stopReasonWord(text, reason)] : []),
    ...(type !== 'ended' && state !== undefined ? [chargingStateWord(text, state)] : []),
    ...(register === undefined ? [] : [words.register(energyWords(text, register))]),
  ].join(', ');
}

function whereOf(station: string, body: Body, { sessionEvent }: Text): string {
  const place = placeOf({ evseId: number(body, 'evseId'), connectorId: number(body, 'connectorId') });
  return place === '' ? station : sessionEvent.at(station, place);
}

/** In Wh. */
function lastRegister(body: Body): number | undefined {
  const { registers } = body;
  const last: unknown = Array.isArray(registers) ? registers.at(-1) : undefined;
  const isReading = typeof last === 'object' && last !== null && 'mwh' in last && typeof last.mwh === 'number';
  return isReading ? (last as { mwh: number }).mwh / 1000 : undefined;
}

/** The body is the station's and not ours: whatever is no word or number is left out. */
function word(body: Body, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function number(body: Body, name: string): number | null {
  const value = body[name];
  return typeof value === 'number' ? value : null;
}
