import type { z } from 'zod';
import { outcome as commandOutcome } from '#contract/commands/command.ts';
import { jsonLine } from './json.ts';
import type { Terminal } from './terminal.ts';
import { fullTime, localTime } from './times.ts';
import { visible } from './visible.ts';

type Facts = Record<string, unknown>;

const { status: outcomeStatus } = commandOutcome.shape;
type OutcomeStatus = z.infer<typeof outcomeStatus>;

/** The outcome of a tool for a person: what every command to a station answers in sentences, the rest as facts. */
export function outcomeLines(terminal: Terminal, facts: Facts): string[] {
  const { outcome, is_done, is_scheduled, verified_by, ...others } = facts;
  const { facts: words, outcomes } = terminal.text.proposal;
  return [
    ...(isOutcome(outcome) ? [outcomes[outcome]] : factLines(terminal, { outcome })),
    ...(typeof is_done === 'boolean' ? [is_done ? words.done : words.notDone] : []),
    ...(is_scheduled === true ? [words.scheduled] : []),
    ...proofLines(terminal, verified_by),
    ...factLines(terminal, others),
  ];
}

function isOutcome(word: unknown): word is OutcomeStatus {
  return outcomeStatus.safeParse(word).success;
}

/** "Seen since: station booted, 2026-11-15 14:02:11 -03:00 (1 min. ago)" */
function proofLines(terminal: Terminal, proof: unknown): string[] {
  if (proof === undefined) return [];
  const { event_kind: kind, at } = { ...(proof as Facts) };
  if (typeof kind !== 'string' || typeof at !== 'string') return factLines(terminal, { verified_by: proof });
  return [terminal.text.proposal.facts.seen(visible(kind.replaceAll('-', ' ')), fullTime(terminal, at))];
}

/** A line per fact, and one per row of a list: the sessions that would be cut stand under each other. */
export function factLines(terminal: Terminal, facts: Facts): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return Array.isArray(value) && value.length > 0
      ? [`${nameWords(name)}:`, ...value.map((row) => `  - ${shown(terminal, row)}`)]
      : [`${nameWords(name)}: ${shown(terminal, value)}`];
  });
}

function nameWords(name: string): string {
  return visible(name.replaceAll('_', ' '));
}

function shown(terminal: Terminal, value: unknown): string {
  const { yes, no, none } = terminal.text.proposal.facts;
  if (value === null || (Array.isArray(value) && value.length === 0)) return none;
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'string') return isTime.test(value) ? localTime(value) : visible(value);
  if (typeof value !== 'object' || Array.isArray(value)) return jsonLine(value);
  return Object.entries(value)
    .map(([name, inner]) => {
      const isNested = typeof inner === 'object' && inner !== null;
      return `${nameWords(name)}: ${isNested ? jsonLine(inner) : shown(terminal, inner)}`;
    })
    .join(', ');
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
