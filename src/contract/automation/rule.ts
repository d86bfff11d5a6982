import { z } from 'zod';
import { principal } from '../agents/principal.ts';
import { time, visibleText } from '../common.ts';
import { siteId } from '../stations/site.ts';
import { stationId } from '../stations/station.ts';
import { remedySteps } from '../word-lists.ts';

/** Commands that a rule may ask of a station, each with its tier. What is missing here is no action of a rule. */
export const ruleCommands = {
  trigger: 'R1',
  'clear-cache': 'R1',
  'clear-charging-profiles': 'R2',
  'stop-session': 'R2',
  unlock: 'R2',
  'set-availability': 'R2',
  reset: 'R2',
} as const;
export type RuleCommand = keyof typeof ruleCommands;

/** Steps of the remediation ladder that can be taken by itself, from the mildest on. */
export const ladderStep = z.enum(remedySteps).exclude(['get-log', 'update-firmware', 'ticket']);
export type LadderStep = z.infer<typeof ladderStep>;

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:00');
const timeZone = z.string().min(1).max(60).describe('Such as America/Recife');
const eventKindName = z
  .string()
  .regex(/^[a-z][a-z0-9.-]{2,60}$/, 'must be a kind of event such as station-went-offline')
  .describe('A kind of event of the ledger, such as station-went-offline or finding-opened');

export const quietHours = z.object({ from: timeOfDay, to: timeOfDay, timeZone });
export type QuietHours = z.infer<typeof quietHours>;

/** When a rule is looked at. */
export const ruleTrigger = z.discriminatedUnion('on', [
  z.object({
    on: z.literal('event'),
    kind: eventKindName,
    forMinutes: z
      .int()
      .min(1)
      .max(1440)
      .optional()
      .describe('It has to last: looked at so much later, unless the opposite or the same happened meanwhile'),
  }),
  z.object({
    on: z.literal('schedule'),
    at: timeOfDay,
    days: z.array(z.enum(weekdays)).max(7).default([]).describe('Empty: every day'),
    timeZone,
  }),
  z.object({
    on: z.literal('device'),
    deviceId: z.string().min(1).max(100),
    method: z.string().max(100).optional().describe('Of its notification; absent: any'),
  }),
]);
export type RuleTrigger = z.infer<typeof ruleTrigger>;

const eventField = z
  .string()
  .regex(/^[A-Za-z]\w{0,40}(\.\w{1,40}){0,3}$/, 'must be a field of the event such as status')
  .describe('A field of what happened, such as status');

const comparisons = ['is', 'is-not', 'one-of', 'above', 'below', 'contains'] as const;
export const stationStates = ['online', 'offline', 'charging', 'idle', 'faulted'] as const;

/** What has to be so besides; all of them. */
export const ruleCondition = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('event'),
    field: eventField,
    compare: z.enum(comparisons).default('is'),
    value: z.union([z.string().max(200), z.number(), z.boolean(), z.array(z.string().max(200)).max(50)]),
  }),
  z.object({
    of: z.literal('station'),
    state: z.enum(stationStates),
    isNot: z.boolean().default(false),
  }),
  z.object({
    of: z.literal('count'),
    kind: eventKindName,
    atLeast: z.int().min(1).max(1000),
    withinHours: z.int().min(1).max(720),
    matching: z
      .object({ field: eventField, value: z.string().max(200) })
      .optional()
      .describe('Only those of the kind that say so, such as status: faulted'),
  }),
  z.object({
    of: z.literal('clock'),
    from: timeOfDay.default('00:00'),
    to: timeOfDay.default('00:00').describe('The same as from: the whole day; earlier: on the next day'),
    days: z.array(z.enum(weekdays)).max(7).default([]).describe('On which it begins; empty: every day'),
    timeZone,
    isNot: z.boolean().default(false),
  }),
]);
export type RuleCondition = z.infer<typeof ruleCondition>;

const jsonValue = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);
const jsonFields = z.record(z.string().max(60), jsonValue);

/** What is done. `{station}`, `{evse}`, `{connector}`, `{session}`, `{device}` and `{finding}` as a whole value stand for what the trigger was about. */
export const ruleAction = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('notify'),
    to: z
      .array(z.string().min(1).max(100))
      .max(50)
      .default([])
      .describe('Ids of people; empty: whoever the rule is of'),
    text: visibleText.max(300).optional().describe('In your own words; absent: what happened'),
    isUrgent: z.boolean().default(false).describe('true: also within quiet hours'),
  }),
  z.object({
    do: z.literal('command'),
    name: z.enum(Object.keys(ruleCommands) as [RuleCommand, ...RuleCommand[]]),
    input: z.record(z.string().max(60), jsonValue).default({}),
  }),
  z.object({
    do: z.literal('tool'),
    tool: z.string().min(1).max(100).describe('A tool of the product or of a device'),
    arguments: z
      .record(z.string().max(60), z.union([jsonValue, jsonFields, z.array(z.union([jsonValue, jsonFields])).max(50)]))
      .default({}),
  }),
  z.object({
    do: z.literal('playbook'),
    maxSteps: z.int().min(1).max(8).default(3).describe('How many steps of the remediation ladder are tried'),
    upTo: ladderStep.default('soft-reset').describe('The strongest step'),
  }),
]);
export type RuleAction = z.infer<typeof ruleAction>;

export const ruleLimits = z.object({
  coolDownMinutes: z.int().min(0).max(10_080).default(60).describe('Between two runs for the same station'),
  perStationPerDay: z.int().min(1).max(100).default(2).describe('More would be a loop, and is stopped'),
  runsPerDay: z.int().min(1).max(10_000).default(20).describe('For all stations together'),
  stationsPerRun: z.int().min(1).max(200).default(10).describe('Of a schedule: how many stations it may touch at once'),
  quietHours: quietHours.nullable().default(null).describe('When the rule does nothing'),
});

export const ruleVerify = z.object({
  state: z.enum(stationStates).describe('How the station has to be afterwards'),
  withinMinutes: z.int().min(1).max(240).default(10),
});

export const rule = z.object({
  name: visibleText.min(1).max(120),
  when: ruleTrigger,
  where: z
    .object({ siteId: siteId.optional(), stationIds: z.array(stationId).max(500).default([]) })
    .default({ stationIds: [] })
    .describe('Which stations it is about; empty: all'),
  if: z.array(ruleCondition).max(10).default([]),
  actions: z.array(ruleAction).min(1).max(10).describe('What is done then, one after the other'),
  verify: ruleVerify.nullable().default(null).describe('What has to be seen afterwards'),
  else: z.array(ruleAction).max(10).default([]).describe('What is done where it was not seen, or an action failed'),
  limits: ruleLimits.default(ruleLimits.parse({})),
  isOnce: z.boolean().default(false).describe('true: ends after its first run'),
});
export type Rule = z.output<typeof rule>;
export type RuleInput = z.input<typeof rule>;

export const ruleTier = z.enum(['R0', 'R1', 'R2', 'R3']);

/** A person said: this rule, as it reads now, may act so often until then. */
export const standingApproval = z.object({
  hash: z.string(),
  by: principal.shape.id,
  byName: z.string(),
  at: time,
  expiresAt: time,
  runsPerDay: z.int(),
});
export type StandingApproval = z.infer<typeof standingApproval>;

export const ruleStates = ['on', 'off', 'waiting', 'expired', 'ended'] as const;
export const storedRule = z.object({
  id: z.uuid(),
  rule,
  hash: z.string().describe('Over everything that the rule says; another rule has another'),
  tier: ruleTier.describe('R0 only tells; from R1 on a person has to approve it for a time'),
  state: z
    .enum(ruleStates)
    .describe('waiting: nobody approved it yet; expired: its approval is over; ended: it was for once'),
  sentence: z.object({ en: z.string(), 'pt-BR': z.string() }),
  owner: z.string(),
  ownerName: z.string(),
  approval: standingApproval.nullable(),
  createdAt: time,
  changedAt: time,
  lastRunAt: time.nullable(),
  runs: z.int(),
});
export type StoredRule = z.infer<typeof storedRule>;
export const ruleList = z.object({ rules: z.array(storedRule) });

export const keptBackReasons = [
  'off',
  'not-approved',
  'approval-expired',
  'approver-gone',
  'quiet-hours',
  'cool-down',
  'loop',
  'budget',
  'too-many-stations',
  'too-late',
  'kill-switch',
] as const;
export const keptBackReason = z.enum(keptBackReasons);
export type KeptBackReason = z.infer<typeof keptBackReason>;

export const runStates = ['running', 'done', 'not-done', 'stopped', 'kept-back', 'interrupted'] as const;
export const actionOutcome = z.object({
  what: z.string().describe('The action, such as command:reset'),
  step: ladderStep.optional(),
  outcome: z.enum(['done', 'not-done', 'refused', 'failed']),
  code: z
    .string()
    .nullable()
    .describe('Why not, such as charging, safety-code, offline or the code of a rule of commands'),
  text: z.string(),
});
export type ActionOutcome = z.infer<typeof actionOutcome>;
export const ruleRun = z.object({
  id: z.uuid(),
  ruleId: z.uuid(),
  ruleName: z.string(),
  stationId: z.string().nullable(),
  eventId: z.string().nullable(),
  at: time,
  endedAt: time.nullable(),
  state: z.enum(runStates).describe('stopped: a precondition did not hold; kept-back: the rule itself held it back'),
  reason: z.string().nullable(),
  times: z.int().describe('How often on that day, where the same thing kept it back'),
  actions: z.array(actionOutcome),
  isVerified: z.boolean().nullable(),
});
export type RuleRun = z.infer<typeof ruleRun>;
export const ruleRunList = z.object({ runs: z.array(ruleRun) });

export const approveRule = z.object({
  hash: z.string().min(16).max(64).describe('Of the rule as it was read'),
  days: z.int().min(1).max(90).default(30),
  runsPerDay: z.int().min(1).max(10_000).optional().describe('Absent: as the rule says; never more than it says'),
});
export type ApproveRule = z.output<typeof approveRule>;

export const dryRunAsked = z.object({ rule, days: z.int().min(1).max(90).default(30) });
export const dryRun = z.object({
  from: time,
  to: time,
  runs: z.int(),
  stations: z.int(),
  keptBack: z
    .record(z.string(), z.int())
    .describe('How often the rule itself, or a precondition, would have held it back, by reason'),
  moments: z
    .array(
      z.object({
        at: time,
        stationId: z.string().nullable(),
        eventId: z.string().nullable(),
        outcome: z.enum(['run', 'stopped', 'kept-back']),
        reason: z.string().nullable(),
      }),
    )
    .describe('Newest first, 200 at most'),
  isWhole: z.boolean().describe('false: more happened than can be tried out'),
});
export type DryRun = z.infer<typeof dryRun>;

export const rulePreview = z.object({
  rule,
  hash: z.string(),
  tier: ruleTier,
  sentence: z.object({ en: z.string(), 'pt-BR': z.string() }),
  problems: z.array(z.string()).describe('Why it could not be set'),
  dryRun,
});
export type RulePreview = z.infer<typeof rulePreview>;

export const ruleText = z.object({ text: z.string().min(1).max(500) });
export const ruleRead = z.object({
  rule: rule.nullable(),
  sentence: z.object({ en: z.string(), 'pt-BR': z.string() }).nullable(),
  unread: z
    .array(z.string())
    .describe('Words that no rule of these forms can hold; where there are some, there is no rule'),
  lacks: z
    .enum(['trigger', 'action'])
    .nullable()
    .describe('What a rule needs and the sentence does not say: when, or what is done then'),
});

export type RuleRead = z.infer<typeof ruleRead>;

export const ruleTemplate = z.object({
  id: z.string(),
  rule,
  about: z.object({ en: z.string(), 'pt-BR': z.string() }),
});
export const ruleTemplateList = z.object({ templates: z.array(ruleTemplate) });
export type RuleTemplate = z.infer<typeof ruleTemplate>;
