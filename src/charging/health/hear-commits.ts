import type { Clock } from '#base/clock.ts';
import type { CommandName } from '#contract/commands/commands.ts';
import { commands } from '#contract/commands/commands.ts';
import type { EventBody } from '#contract/events/events.ts';
import type { AfterCommit } from '../after-commit.ts';
import type { AskedRow, EndedRow } from '../commands/command-store.ts';
import type { MeterMessage } from '../meter-values/meter-messages.ts';
import { codeOf, heatFact, meterFact, sessionFact, statusFact } from './signals/fact-of-event.ts';
import type { HealthFact } from './signals/health-fact.ts';

type Watch = {
  hear(fact: HealthFact): void;
  forget(stationId: string, kind: EventBody<'finding-closed'>['findingKind'], connector: string | null): Promise<void>;
};

/** Commands whose end nobody told us of are forgotten, oldest first. */
const maxAsked = 5_000;

/** Makes facts of what is committed here: each costs a few fields and a push, and nobody waits for what follows. */
export function hearCommits(afterCommit: AfterCommit, watch: Watch, { clock }: { clock: Clock }): void {
  const now = () => clock.now().getTime();
  afterCommit.react({
    'station-connected': ({ stationId }) => {
      if (stationId !== null) watch.hear({ stationId, kind: 'online', at: now() });
    },
    'station-went-offline': ({ stationId, happenedAt, body: { reason } }) => {
      if (stationId !== null) watch.hear({ stationId, kind: 'offline', at: happenedAt.getTime(), reason });
    },
    'station-booted': ({ stationId, happenedAt, body }) => {
      if (stationId === null) return;
      const { vendor, model, firmwareVersion, reason } = body;
      watch.hear({ stationId, kind: 'boot', at: happenedAt.getTime(), vendor, model, firmwareVersion, reason });
    },
    'connector-status': (event) => {
      if (event.stationId !== null) watch.hear(statusFact(event.stationId, now(), event));
    },
    'session-event': (event) => {
      if (event.stationId !== null) watch.hear(sessionFact(event.stationId, now(), event));
    },
    'alert-raised': ({ stationId, body }) => {
      if (stationId === null) return;
      const { evseId = null, connectorId = null, severity, techCode } = body;
      watch.hear({ stationId, kind: 'alert', at: now(), evseId, connectorId, severity, code: codeOf(techCode) });
    },
    'variable-observed': (event) => {
      const fact = event.stationId === null ? undefined : heatFact(event.stationId, now(), event);
      if (fact !== undefined) watch.hear(fact);
    },
    'firmware-installed': ({ stationId }) => {
      if (stationId !== null) watch.hear({ stationId, kind: 'firmware', at: now(), hasFailed: false });
    },
    'firmware-failed': ({ stationId }) => {
      if (stationId !== null) watch.hear({ stationId, kind: 'firmware', at: now(), hasFailed: true });
    },
    'finding-closed': async ({ stationId, body }) => {
      const { findingKind, evseId, connectorId, isByItself } = body;
      if (stationId !== null && !isByItself)
        await watch.forget(stationId, findingKind, evseId === null ? null : `${evseId}.${connectorId ?? 1}`);
    },
  });
  hearMeters(afterCommit, watch);
  hearCommands(afterCommit, watch);
}

function hearMeters(afterCommit: AfterCommit, watch: Watch): void {
  afterCommit.hearRows('meter messages', (message) => {
    const fact = meterFact(message as MeterMessage);
    if (fact !== undefined) watch.hear(fact);
  });
}

function hearCommands(afterCommit: AfterCommit, watch: Watch): void {
  const asked = new Map<string, AskedRow>();
  afterCommit.hearRows('asked commands', (told) => {
    const row = told as AskedRow;
    const [oldest] = asked.keys();
    if (asked.size >= maxAsked && oldest !== undefined) asked.delete(oldest);
    asked.set(row.id, row);
  });
  afterCommit.hearRows('ended commands', (told) => {
    const { id, endedAt, outcome } = told as EndedRow;
    const row = asked.get(id);
    if (row === undefined) return;
    asked.delete(id);
    const { stationId, name, input } = row;
    const isAnswered = outcome.status === 'accepted' || outcome.status === 'rejected';
    // Where the effect is awaited too, the time is not the answer's.
    const isTimed = isAnswered && Object.hasOwn(commands, name) && commands[name as CommandName].effects === undefined;
    watch.hear({
      stationId,
      kind: 'command',
      at: endedAt.getTime(),
      name,
      status: outcome.status,
      tookMs: isTimed ? endedAt.getTime() - row.askedAt.getTime() : null,
      evseId: numberIn(input, 'evseId'),
      connectorId: numberIn(input, 'connectorId'),
    });
  });
}

function numberIn(input: Record<string, unknown>, name: string): number | null {
  const value = input[name];
  return typeof value === 'number' ? value : null;
}
