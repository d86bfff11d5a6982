import type { RequestedChargingProfile } from '#contract/energy/requested-charging-profile.ts';
import type { ProfileAbilities } from '../profiles/profile-abilities.ts';
import type { Finding } from './judge-delivery.ts';

type Form = Pick<
  ProfileAbilities,
  'unit' | 'maxPeriods' | 'maxStackLevel' | 'kind' | 'pauseA' | 'ignoresPhases' | 'refusesWatts'
>;

/** What is said instead of 0 A: no car charges with so little, since IEC 61851 begins at 6 A. */
const pauseA = 1;

/** How each finding changes the profiles of a station. */
const changes: Partial<Record<Finding, (form: Form) => Partial<Form>>> = {
  'rejects-stack-level': () => ({ maxStackLevel: 0 }),
  'rejects-zero': () => ({ pauseA }),
  'rejects-amperes': () => ({ unit: 'W' }),
  'rejects-watts': () => ({ unit: 'A', refusesWatts: true }),
  'rejects-periods': () => ({ maxPeriods: 1 }),
  'rejects-absolute': () => ({ kind: 'relative' }),
  'rejects-relative': () => ({ kind: 'absolute' }),
  'ignores-phases': () => ({ ignoresPhases: true }),
};

/** What a station can take, with what was learned of it. */
export function formOf<Known extends Form>(known: Known, findings: readonly Finding[]): Known & Form {
  let form: Known & Form = known;
  for (const finding of findings) form = { ...form, ...changes[finding]?.(form) };
  return form;
}

/** Whether a finding is of the firmware, so that it holds for every station of a model. */
export function isOfEveryOne(finding: Finding): boolean {
  return finding in changes || ['rounds-down', 'zero-ends-session', 'ignores-tx-profile'].includes(finding);
}

type Refused = Pick<RequestedChargingProfile, 'stackLevel' | 'kind' | 'unit' | 'periods'>;

/** What may be wrong with a profile in the eyes of a station, the most likely first. */
const doubts: readonly { finding: Finding; hint: RegExp; isAbout(profile: Refused): boolean }[] = [
  { finding: 'rejects-stack-level', hint: /stack/i, isAbout: ({ stackLevel }) => stackLevel > 0 },
  {
    finding: 'rejects-zero',
    hint: /limit|zero|schedule/i,
    isAbout: ({ periods }) => periods.some(({ limit }) => limit === 0),
  },
  { finding: 'rejects-amperes', hint: /unit/i, isAbout: ({ unit }) => unit === 'A' },
  { finding: 'rejects-watts', hint: /unit/i, isAbout: ({ unit }) => unit === 'W' },
  { finding: 'rejects-periods', hint: /period|schedule/i, isAbout: ({ periods }) => periods.length > 1 },
  { finding: 'rejects-absolute', hint: /kind|profile|start/i, isAbout: ({ kind }) => kind === 'absolute' },
  { finding: 'rejects-relative', hint: /kind|profile|start/i, isAbout: ({ kind }) => kind === 'relative' },
];

/** Reasons that have nothing to do with the form of a profile. */
const isOtherwise = /transaction|txnotfound|evse|duplicate|ratelimit|notsupported|notimplemented/i;

/**
 * What to suppose of a station that refused a profile, each to be tried until it takes one: a single fault first, that which its reason
 * hints at before all others, then every two of them together.
 */
export function suppositions(profiles: readonly Refused[], reason: string): Finding[][] {
  if (isOtherwise.test(reason)) return [];
  const possible = doubts.filter(({ isAbout }) => profiles.some(isAbout));
  const single = [
    ...possible.filter(({ hint }) => hint.test(reason)),
    ...possible.filter(({ hint }) => !hint.test(reason)),
  ].map(({ finding }) => finding);
  const pairs = single.flatMap((first, index) => single.slice(index + 1).map((second) => [first, second]));
  return [...single.map((finding) => [finding]), ...pairs];
}

const opposites: Partial<Record<Finding, Finding>> = {
  'rejects-amperes': 'rejects-watts',
  'rejects-watts': 'rejects-amperes',
  'rejects-absolute': 'rejects-relative',
  'rejects-relative': 'rejects-absolute',
};

/** What was known of a station with what it has just shown, which outweighs its opposite. */
export function withFindings(known: readonly Finding[], news: readonly Finding[]): Finding[] {
  const gone = news.map((finding) => opposites[finding]);
  return [...new Set([...known.filter((finding) => !gone.includes(finding)), ...news])];
}
