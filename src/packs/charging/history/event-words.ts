import type { LedgerEvent } from '#contract/event.ts';

/** What an event says, in our own words alone: whatever a station wrote stands in the facts beside it. */
export function wordsOf({ kind, body }: LedgerEvent): string {
  switch (kind) {
    case 'station-booted':
      return 'The charge point booted.';
    case 'station-connected':
      return 'The charge point connected.';
    case 'station-went-offline':
      return 'The charge point went offline.';
    case 'station-accepted':
      return 'The charge point was accepted into the network.';
    case 'station-rejected':
      return 'The charge point was rejected.';
    case 'connector-status':
      return `${placeWords(body)} became ${known(statusWords, body['status'])}.`;
    case 'session-event':
      return known(sessionWords, body['type']);
    case 'session-closed-inferred':
      return 'The session was closed by us, since its station never told its end.';
    case 'command-asked':
      return 'The charge point was asked to do something.';
    case 'command-ended':
      return known(outcomeWords, body['status']);
    case 'command-answered-late':
      return 'The charge point answered after we had stopped waiting.';
    case 'proposal-made':
      return 'An action was proposed.';
    case 'proposal-decided':
      return body['state'] === 'approved' ? 'A person approved the proposal.' : 'A person denied the proposal.';
    case 'proposal-moved':
      return known(proposalWords, body['state']);
    case 'message-refused':
      return 'A message of the charge point was refused as wrong.';
    case 'text-replaced':
      return 'A message of the charge point held characters that cannot be stored; they were replaced.';
    case 'security-event':
      return 'The charge point reported a security event.';
    default:
      return `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}.`;
  }
}

const statusWords: Readonly<Record<string, string>> = {
  available: 'available',
  occupied: 'occupied',
  reserved: 'reserved',
  unavailable: 'unavailable',
  faulted: 'faulted',
};

const sessionWords: Readonly<Record<string, string>> = {
  started: 'A session began.',
  updated: 'A session told something odd.',
  ended: 'A session ended.',
};

const outcomeWords: Readonly<Record<string, string>> = {
  accepted: 'The charge point accepted.',
  rejected: 'The charge point refused.',
  'no-answer': 'The charge point did not answer.',
  'not-sent': 'The command was not sent.',
};

const proposalWords: Readonly<Record<string, string>> = {
  applying: 'The approved proposal is being carried out.',
  applied: 'The proposal was carried out.',
  failed: 'The proposal failed when it was carried out.',
  stale: 'The proposal was not carried out: what it rested upon had changed.',
  expired: 'The proposal expired.',
  cancelled: 'The proposal was taken back.',
};

function known(words: Readonly<Record<string, string>>, word: unknown): string {
  return (
    (typeof word === 'string' && Object.hasOwn(words, word) ? words[word] : undefined) ??
    'something that we have no word for'
  );
}

function placeWords(body: LedgerEvent['body']): string {
  const { evseId, connectorId } = body;
  if (typeof evseId !== 'number' || evseId === 0) return 'The whole charge point';
  return typeof connectorId === 'number' ? `Connector ${connectorId} of EVSE ${evseId}` : `EVSE ${evseId}`;
}
