import type { Clock } from '#base/clock.ts';
import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Batcher } from '../batcher.ts';
import type { RawAsk } from '../commands/run-command.ts';
import type { Handovers } from './handovers.ts';
import type { KeptStation } from './kept-station-store.ts';
import { keptLists } from './local-list-store.ts';
import { openListRecords } from './record-list.ts';
import type { SentSoFar } from './sent-so-far.ts';
import { isLeftAlone } from './standing.ts';
import type { StoredContents } from './stored-contents.ts';

type HandNeeds = {
  ledger: Ledger;
  clock: Clock;
  stations: Batcher<KeptStation>;
  contents: StoredContents;
  handovers: Handovers;
  sentSoFar: SentSoFar;
  isKeeping: boolean;
};

const note =
  'The list of this station is kept by hand from now on (mode manual). Set its mode to auto to have it kept in sync again.';

/**
 * A list that a person sends as a raw message would be replaced by ours seconds later. It is theirs to keep from then on, until somebody
 * sets another mode. Whatever we were sending stops.
 */
export async function sentByHand(
  needs: HandNeeds,
  ask: RawAsk,
  send: () => Promise<CommandRecord>,
): Promise<CommandRecord> {
  if (ask.action !== 'SendLocalList') return send();
  return needs.handovers.during(ask.stationId, async () => {
    const record = await send();
    if (record.outcome === null || !mayBeTaken(record.outcome)) return record;
    const isChanged = await recordByHand(needs, ask);
    return isChanged ? { ...record, outcome: { ...record.outcome, reason: record.outcome.reason ?? note } } : record;
  });
}

/** Without an answer nobody knows. */
function mayBeTaken({ status, answer }: Outcome): boolean {
  return status === 'no-answer' || (status === 'accepted' && answer['status'] === 'Accepted');
}

/** Returns whether the list was kept by us before. */
async function recordByHand(needs: HandNeeds, { stationId, payload, actor }: RawAsk): Promise<boolean> {
  needs.sentSoFar.forget(stationId);
  const known = await needs.stations.read(stationId);
  if (known === undefined) return false;
  const isKept = !isLeftAlone(known.list, needs.isKeeping);
  const row = {
    version: versionIn(payload) ?? known.list.version,
    digest: null,
    sendingDigest: null,
    refusal: null,
    sentAt: needs.clock.now(),
  };
  if (isKept) await openListRecords(needs).recordMode(stationId, { mode: 'manual', row }, actor);
  else await needs.ledger.commit({ writes: [write(keptLists, { stationId, ...row })] });
  return isKept;
}

function versionIn(payload: unknown): number | undefined {
  const said = payload as { listVersion?: unknown; versionNumber?: unknown };
  const version = said.listVersion ?? said.versionNumber;
  return typeof version === 'number' && Number.isInteger(version) ? version : undefined;
}
