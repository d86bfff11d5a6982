import type { LedgerEvent } from '#contract/event.ts';
import { type EventReader, eventSentence as sentenceOf } from '#contract/events/event-sentence.ts';
import { decimalText, moneyText } from './money.ts';
import { energyWords } from './session-words.ts';
import { type Text, wordOf } from './text/text.ts';
import { localTime } from './times.ts';
import { visible } from './visible.ts';

/** Reported this much later than it happened: worth saying. */
const lateMs = 60_000;

/** What an event tells, in a sentence; of a kind that this program does not know, at least its name. */
export function eventSentence(event: LedgerEvent, text: Text): string {
  const late = Math.abs(Date.parse(event.recordedAt) - Date.parse(event.happenedAt)) > lateMs;
  const parts = [
    sentenceOf(event, readerOf(text)) ?? `${event.stationId ?? ''} ${event.kind}`.trim(),
    ...(event.flags.length === 0
      ? []
      : [`[${event.flags.map((flag) => wordOf(text.session.flags, flag)).join(', ')}]`]),
    ...(late ? [text.event.happened(localTime(event.happenedAt))] : []),
  ];
  return visible(parts.join(' '));
}

function readerOf(text: Text): EventReader {
  const words = wordsOf(text);
  return {
    language: text.languageName,
    fact(name, value, { kind, body }) {
      if (name === 'register') return energyWords(text, Number(value));
      if (name === 'trigger') return value === 'RemoteStart' ? text.event.remoteStart : undefined;
      if (amounts.has(name)) return moneyOf(String(value), body['currency'], text);
      return wordOf(words[`${kind}.${name}`] ?? {}, String(value).trim());
    },
    money: (amount, currency) => moneyText(amount, currency, text.languageName),
  };
}

/** The words of a field that stand for values of ours. */
function wordsOf(text: Text): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return {
    'station-went-offline.reason': text.station.offlineReason,
    'station-pending.reason': text.station.pendingReason,
    'connector-status.condition': { ...text.station.status, ...text.station.activity },
    'session-event.chargingState': text.session.states,
    'session-event.stopReason': text.session.reasons,
    'token-refused.reason': text.refusal.reasons,
    'reservation-changed.status': text.reservation.statuses,
    'command-ended.status': text.outcome.status,
    'proposal-decided.state': text.proposal.states,
    'proposal-moved.state': text.proposal.states,
    'device-called.status': text.device.answers,
  };
}

const amounts: ReadonlySet<string> = new Set(['amount', 'total', 'difference']);

/** An amount with its currency, as the language writes it. */
function moneyOf(amount: string, currency: unknown, { languageName }: Text): string | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return undefined;
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
    ? moneyText(amount, currency, languageName)
    : decimalText(amount, languageName);
}
