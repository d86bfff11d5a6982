import { z } from 'zod';
import type { Automation } from '#automation/open-automation.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { type DryRun, type Rule, rule } from '#contract/automation/rule.ts';
import { time } from '#contract/common.ts';
import { wrongArgument } from '#tools/invalid-input.ts';

/** A rule as agents give it: in words of the common forms, or in full. */
export const ruleArguments = {
  text: z
    .string()
    .max(500)
    .optional()
    .describe('In plain words, such as "tell me when CP-11 is back" or "me avise quando a CP-11 voltar"; or give rule'),
  rule: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'In full: name; when {on: event, kind, forMinutes: it has to last} or {on: schedule, at, timeZone} or {on: device, deviceId, method}; where {siteId, stationIds}; if [{of: event, field, compare, value}, {of: station, state}, {of: count, kind, atLeast, withinHours, matching {field, value}}, {of: clock, from, to, days, timeZone}]; actions and else [{do: notify}, {do: command, name: reset, input}, {do: tool, tool, arguments}, {do: playbook}]; verify {state, withinMinutes}; limits {coolDownMinutes, perStationPerDay, runsPerDay, quietHours}; isOnce',
    ),
};

export const ruleExample = {
  rule: {
    name: 'Restart when faulted',
    when: { on: 'event', kind: 'connector-status' },
    if: [{ of: 'event', field: 'status', value: 'faulted' }],
    actions: [{ do: 'command', name: 'reset', input: { when: 'idle' } }],
    else: [{ do: 'notify' }],
  },
};

type Given = { text?: string | undefined; rule?: Record<string, unknown> | undefined };

export async function ruleOf({ rules }: Pick<Automation, 'rules'>, { text, rule: given }: Given): Promise<Rule> {
  if (given === undefined) {
    if (text === undefined) throw wrongArgument('Give text or rule.', 'rule');
    const { rule: worded, unread, lacks } = await rules.read(text);
    if (worded !== null) return worded;
    const lost = unread.length === 0 ? '' : ` (a rule would lose: ${unread.join(', ')})`;
    const lacking = lacks === null ? '' : ` It does not say ${lacks === 'trigger' ? 'when' : 'what is done then'}.`;
    throw wrongArgument(
      `The sentence is none of the common forms${lost}: give the rule in full instead.${lacking}`,
      'text',
    );
  }
  const read = rule.strict().safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw wrongArgument(`rule.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'does not fit'}.`, 'rule');
}

export const shownDryRun = z.object({
  from: time,
  to: time,
  runs: z.int(),
  charge_points: z.int(),
  held_back: z
    .record(z.string(), z.int())
    .describe('How often limits or preconditions would have held it back, by reason'),
  moments: z
    .array(
      z.object({
        at: time,
        charge_point_id: z.string().optional(),
        outcome: z.string().describe('run, stopped (by a precondition) or kept-back (by a limit)'),
        reason: z.string().optional(),
      }),
    )
    .describe('Newest first, 30 at most'),
  is_whole: z.boolean().describe('false: more happened than can be tried out'),
});

export function dryRunForAgents({
  from,
  to,
  runs,
  stations,
  keptBack,
  moments,
  isWhole,
}: DryRun): z.input<typeof shownDryRun> {
  return {
    from,
    to,
    runs,
    charge_points: stations,
    held_back: keptBack,
    moments: moments.slice(0, 30).map(({ at, stationId, outcome, reason }) => ({
      at,
      outcome,
      ...(stationId !== null && { charge_point_id: untrustedText(stationId) }),
      ...(reason !== null && { reason }),
    })),
    is_whole: isWhole,
  };
}

/** For whoever decides: what a person reads of it. */
export function dryRunInWords({ runs, stations, keptBack }: DryRun, days: number): string {
  const held = Object.values(keptBack).reduce((sum, each) => sum + each, 0);
  return `On the last ${days} days it would have acted ${runs} times at ${stations} charge points, and would have been held back ${held} times.`;
}
