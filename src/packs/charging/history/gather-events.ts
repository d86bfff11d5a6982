import type { Charging } from '#charging/open-charging.ts';
import type { DescribedSession } from '#charging/sessions/store/describe-session.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { EventKind } from '#contract/events/events.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import type { PackNeeds } from '../needs.ts';

export type Window = { stationId: string; from: string; to: string };

export type Gathered = {
  /** In the order they happened. */
  events: LedgerEvent[];
  /** By OCPP's name. */
  sessions: Map<string, DescribedSession>;
  commands: Map<string, CommandRecord>;
  /** There was more than is read at once: the oldest part is missing. */
  isCut: boolean;
};

const maxEvents = 1000;
const maxSessionEvents = 3000;
const maxSessions = 20;
const maxCommands = 200;
const maxEarlierCommands = 50;
const noise: readonly EventKind[] = ['meter-values', 'token-accepted', 'session-event'];
const proposalKinds: readonly EventKind[] = ['proposal-made', 'proposal-decided', 'proposal-moved'];

type Needs = Pick<PackNeeds, 'charging' | 'ledger'>;

export async function gatherEvents({ charging, ledger }: Needs, { stationId, from, to }: Window): Promise<Gathered> {
  const window = { happenedFrom: from, happenedTo: to, isNewest: true };
  const [facts, sessionFacts, proposals, recent] = await Promise.all([
    ledger.read({ ...window, stationId, exceptKinds: noise, limit: maxEvents }),
    ledger.read({ ...window, stationId, kinds: ['session-event'], limit: maxSessionEvents }),
    ledger.read({ ...window, kinds: proposalKinds, limit: maxEvents }),
    charging.findCommands(stationId, maxCommands),
  ]);
  const earlier = await earlierCommands(charging, facts, new Set(recent.map(({ id }) => id)));
  const own = proposals.filter((event) => touches(event, stationId));
  const telling = sessionFacts.filter(isTelling);
  const refs = [...new Set(telling.map(({ body }) => String(body['ref'])))].slice(-maxSessions);
  const listed = await charging.sessions.listed(refs.map((ref) => ({ stationId, ref })));
  const described = await Promise.all(listed.map(({ id }: ListedSession) => charging.describeSession(id)));
  return {
    events: [...facts, ...telling, ...own].toSorted(inTime),
    sessions: new Map(described.map((session) => [session.ref, session])),
    commands: new Map([...earlier, ...recent].map((command) => [command.id, command])),
    isCut: facts.length === maxEvents || sessionFacts.length === maxSessionEvents,
  };
}

/** Of a window long ago the commands are not among the last ones. */
async function earlierCommands(
  charging: Charging,
  facts: readonly LedgerEvent[],
  known: ReadonlySet<string>,
): Promise<CommandRecord[]> {
  const ids = facts.filter(({ kind }) => kind === 'command-asked').map(({ body }) => String(body['commandId']));
  const missing = ids.filter((id) => !known.has(id)).slice(-maxEarlierCommands);
  return Promise.all(missing.map((id) => charging.getCommand(id)));
}

/** Of what a session tells all the time, its begin, its end and what is odd. */
function isTelling({ body, flags }: LedgerEvent): boolean {
  return body['type'] !== 'updated' || flags.length > 0;
}

function touches({ body }: LedgerEvent, stationId: string): boolean {
  const targets = Array.isArray(body['targets']) ? (body['targets'] as unknown[]) : [];
  return targets.some(
    (target) => target === `station:${stationId}` || String(target).startsWith(`station:${stationId}/`),
  );
}

/** Two of the same moment stay in the order they were recorded. */
function inTime(one: LedgerEvent, other: LedgerEvent): number {
  return (
    Date.parse(one.happenedAt) - Date.parse(other.happenedAt) ||
    Date.parse(one.recordedAt) - Date.parse(other.recordedAt)
  );
}
