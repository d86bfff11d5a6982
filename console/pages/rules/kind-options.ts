import type { TFunction } from 'i18next';
import { events } from '#contract/events/events.ts';

const common = [
  'station-went-offline',
  'station-connected',
  'station-booted',
  'connector-status',
  'finding-opened',
  'finding-closed',
  'security-event',
  'proposal-made',
] as const;

/** What rules are mostly about, in words; then every other kind of event, by its name on the page of events. Rules trigger no rules. */
export function kindOptions(t: TFunction): { value: string; label: string }[] {
  const others = Object.keys(events).filter(
    (kind) => !kind.startsWith('rule-') && !common.some((each) => each === kind),
  );
  return [
    ...common.map((value) => ({ value: value as string, label: t(`rules.kinds.${value}`) })),
    ...others.toSorted().map((value) => ({ value, label: value })),
  ];
}
