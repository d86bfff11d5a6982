import { type Rule, type RuleAction, type RuleCondition, type RuleInput, rule } from '#contract/automation/rule.ts';

/** A rule as the form holds it: what most rules need. The rest of a rule that was read from somewhere stays as it is. */
export type RuleDraft = {
  name: string;
  /** `other`: as it was read, which the form has no field for. */
  trigger: 'event' | 'schedule' | 'other';
  kind: string;
  /** In minutes; empty: it acts at once. */
  lasting: string;
  at: string;
  timeZone: string;
  stations: string;
  site: string;
  condition: 'none' | 'faulted' | 'available' | 'idle' | 'other';
  action: 'notify' | 'reset' | 'playbook' | 'other';
  coolDown: string;
  perDay: string;
  isOnce: boolean;
};

export function emptyDraft(timeZone: string): RuleDraft {
  return {
    name: '',
    trigger: 'event',
    kind: 'station-went-offline',
    lasting: '',
    at: '03:00',
    timeZone,
    stations: '',
    site: '',
    condition: 'none',
    action: 'notify',
    coolDown: '60',
    perDay: '20',
    isOnce: false,
  };
}

const actions = {
  notify: { do: 'notify' },
  reset: { do: 'command', name: 'reset', input: { when: 'idle' } },
  playbook: { do: 'playbook' },
} as const satisfies Record<Exclude<RuleDraft['action'], 'other'>, RuleInput['actions'][number]>;

/** Undefined: something does not fit yet. `base` is the rule that the draft began with. */
export function ruleOfDraft(draft: RuleDraft, base: Rule | null): Rule | undefined {
  const stationIds = draft.stations.split(/[,\s]+/).filter((id) => id !== '');
  const given: RuleInput = {
    ...base,
    name: draft.name,
    when: whenOf(draft, base),
    where: { stationIds, ...(draft.site !== '' && { siteId: draft.site }) },
    if: conditionsOf(draft, base),
    actions: actionsOf(draft, base),
    limits: { ...base?.limits, coolDownMinutes: Number(draft.coolDown), runsPerDay: Number(draft.perDay) },
    isOnce: draft.isOnce,
  };
  const read = rule.safeParse(given);
  return read.success ? read.data : undefined;
}

function whenOf(draft: RuleDraft, base: Rule | null): RuleInput['when'] {
  const before = base?.when;
  if (draft.trigger === 'other' && before !== undefined) return before;
  const lasts = draft.lasting.trim() === '' ? {} : { forMinutes: Number(draft.lasting) };
  if (draft.trigger === 'event') return { on: 'event', kind: draft.kind, ...lasts };
  const days = before?.on === 'schedule' ? before.days : [];
  return { on: 'schedule', at: draft.at, days, timeZone: draft.timeZone };
}

function actionsOf({ action }: RuleDraft, base: Rule | null): RuleInput['actions'] {
  if (base !== null && actionOf(base.actions) === action) return base.actions;
  return action === 'other' ? [] : [actions[action]];
}

function conditionsOf(draft: RuleDraft, base: Rule | null): NonNullable<RuleInput['if']> {
  if (base !== null && conditionOf(base) === draft.condition) return base.if;
  if (draft.condition === 'none' || draft.condition === 'other') return [];
  if (draft.condition === 'idle') return [{ of: 'station', state: 'idle' }];
  if (draft.trigger === 'schedule')
    return [{ of: 'station', state: 'faulted', isNot: draft.condition === 'available' }];
  return [{ of: 'event', field: 'status', compare: 'is', value: draft.condition }];
}

export function draftOf(read: Rule, timeZone: string): RuleDraft {
  const { name, when, where, limits, isOnce } = read;
  return {
    ...emptyDraft(timeZone),
    name,
    ...(when.on === 'event' && { kind: when.kind, lasting: String(when.forMinutes ?? '') }),
    ...(when.on === 'device' && { trigger: 'other' as const }),
    ...(when.on === 'schedule' && { trigger: 'schedule' as const, at: when.at, timeZone: when.timeZone }),
    stations: where.stationIds.join(', '),
    site: where.siteId ?? '',
    condition: conditionOf(read),
    action: actionOf(read.actions),
    coolDown: String(limits.coolDownMinutes),
    perDay: String(limits.runsPerDay),
    isOnce,
  };
}

function conditionOf({ if: conditions }: Rule): RuleDraft['condition'] {
  const isIdle = (each: RuleCondition) => each.of === 'station' && each.state === 'idle' && !each.isNot;
  const [first, ...more] = conditions.length > 1 ? conditions.filter((each) => !isIdle(each)) : conditions; // "and nobody charges"
  if (first === undefined) return 'none';
  if (more.length > 0) return 'other';
  if (first.of === 'event' && first.field === 'status' && first.compare === 'is') {
    if (first.value === 'faulted' || first.value === 'available') return first.value;
  }
  if (first.of === 'station' && first.state === 'faulted') return first.isNot ? 'available' : 'faulted';
  return isIdle(first) ? 'idle' : 'other';
}

function actionOf([first, ...more]: readonly RuleAction[]): RuleDraft['action'] {
  if (more.length > 0) return 'other';
  if (first?.do === 'playbook' || first?.do === 'notify') return first.do;
  return first?.do === 'command' && first.name === 'reset' ? 'reset' : 'other';
}
