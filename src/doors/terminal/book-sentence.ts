import type { LedgerEvent } from '#contract/event.ts';
import { decimalText, moneyText } from './money.ts';
import type { Text } from './text/text.ts';

type Body = LedgerEvent['body'];

/** What an event about access, prices or reservations tells, in a sentence; undefined of all others. */
export function bookSentence({ kind, stationId, body }: LedgerEvent, text: Text): string | undefined {
  const sentence = Object.hasOwn(text.bookEvents, kind) ? text.bookEvents[kind] : undefined;
  return sentence?.({
    station: stationId ?? word(body, 'stationId'),
    token: word(body, 'tokenId'),
    driver: word(body, 'driverId'),
    group: word(body, 'groupId') || word(body, 'id'),
    site: word(body, 'siteId') || word(body, 'id'),
    device: word(body, 'deviceId'),
    tariff: word(body, 'tariffId'),
    number: word(body, 'reservationId'),
    status: translated(text.reservation.statuses, word(body, 'status')),
    outcome: translated(text.outcome.status, word(body, 'status')),
    reason: translated(text.refusal.reasons, word(body, 'reason')),
    amount: moneyOf(body, 'amount', text),
    command: word(body, 'name'),
  });
}

/** An amount in the body with its currency, as the language writes it. */
export function moneyOf(body: Body, field: string, { languageName }: Text): string {
  const [amount, currency] = [word(body, field), word(body, 'currency')];
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return '';
  return /^[A-Z]{3}$/.test(currency) ? moneyText(amount, currency, languageName) : decimalText(amount, languageName);
}

function word(body: Body, name: string): string {
  const value = body[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function translated(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}
