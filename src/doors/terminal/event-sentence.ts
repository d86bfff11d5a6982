import type { LedgerEvent } from '#contract/event.ts';
import { bookSentence } from './book-sentence.ts';
import { deviceSentence } from './device-sentence.ts';
import { sessionSentence } from './session-sentence.ts';
import { flagWord } from './session-words.ts';
import type { Text } from './text/text.ts';
import { localTime } from './times.ts';
import { visible } from './visible.ts';

/** Reported this much later than it happened: worth saying. */
const lateMs = 60_000;

/** What an event tells, in a sentence; of a kind that this program does not know, at least its name. */
export function eventSentence(event: LedgerEvent, text: Text): string {
  const late = Math.abs(Date.parse(event.recordedAt) - Date.parse(event.happenedAt)) > lateMs;
  const parts = [
    sessionSentence(event, text) ?? bookSentence(event, text) ?? deviceSentence(event, text) ?? sentenceOf(event, text),
    ...(event.flags.length === 0 ? [] : [`[${event.flags.map((flag) => flagWord(text, flag)).join(', ')}]`]),
    ...(late ? [text.event.happened(localTime(event.happenedAt))] : []),
  ];
  return visible(parts.join(' '));
}

function sentenceOf({ kind, stationId, body }: LedgerEvent, text: Text): string {
  const station = stationId ?? '';
  const { event, station: words } = text;
  switch (kind) {
    case 'station-connected':
      return event.connected(station, word(body, 'version'));
    case 'station-went-offline':
      return event.wentOffline(station, translated(words.offlineReason, word(body, 'reason')));
    case 'station-booted':
      return event.booted(station, [word(body, 'vendor'), word(body, 'model')].join(' ').trim());
    case 'connector-status':
      return word(body, 'evseId') === '0'
        ? event.wholeStation(station, statusOf(body, text))
        : event.connector(station, connectorOf(body), statusOf(body, text));
    case 'station-accepted':
      return event.accepted(station);
    case 'station-knocked':
      return event.pending(station, translated(words.pendingReason, word(body, 'reason')));
    case 'key-created':
      return event.keyCreated(word(body, 'name') || word(body, 'keyId'));
    case 'key-revoked':
      return event.keyRevoked(word(body, 'name') || word(body, 'keyId'));
    case 'message-refused':
      return event.refused(station, word(body, 'action'));
    case 'message-repaired':
      return event.repaired(station, `${word(body, 'action')}.${word(body, 'field')}`, word(body, 'rule'));
    case 'command-answered-late':
      return event.answeredLate(station, word(body, 'action'));
    case 'entry-set-aside':
      return event.setAside(station);
    case 'text-replaced':
      return event.replaced(station, word(body, 'action'));
    case 'proposal-made':
      return text.proposalEvents.made(word(body, 'tool'), targetsOf(body));
    case 'proposal-decided':
    case 'proposal-moved':
      return text.proposalEvents.moved(word(body, 'tool'), targetsOf(body), stateOf(body, text));
    case 'halt-changed':
      return body['isOn'] === true ? text.killSwitch.wasSwitchedOn : text.killSwitch.wasSwitchedOff;
    case 'duplicate-identity':
      return event.duplicate(station);
    default:
      return event.other(station, kind);
  }
}

function targetsOf({ targets }: LedgerEvent['body']): string {
  return Array.isArray(targets) ? targets.filter((each) => typeof each === 'string').join(', ') : '';
}

function stateOf(body: LedgerEvent['body'], { proposal }: Text): string {
  return translated(proposal.states, word(body, 'state'));
}

function connectorOf(body: LedgerEvent['body']): string {
  const [evseId, connectorId] = [word(body, 'evseId'), word(body, 'connectorId')];
  return connectorId === '1' ? evseId : `${evseId}.${connectorId}`;
}

function statusOf(body: LedgerEvent['body'], { station: words }: Text): string {
  const activity = word(body, 'activity');
  const status =
    activity === '' ? translated(words.status, word(body, 'status')) : translated(words.activity, activity);
  const reason = word(body, 'reason');
  return reason === '' ? status : `${status} (${reason})`;
}

/** A field of the body, which is the station's and not ours: whatever is no word or number is left out. */
function word(body: LedgerEvent['body'], name: string): string {
  const value = body[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function translated(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}
