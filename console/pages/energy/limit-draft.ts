import { type TemporaryLimit, temporaryLimit } from '#contract/energy/site-energy.ts';
import { fromLocalTime } from '../../text/local-time.ts';

/** A limit for a while, as it is typed. */
export type LimitDraft = { nodeId: string; amount: string; unit: 'A' | 'kW'; from: string; until: string; why: string };

export function limitDraft(nodeId: string): LimitDraft {
  return { nodeId, amount: '', unit: 'A', from: '', until: '', why: '' };
}

export type WhyNotLimit = 'amount' | 'times' | 'why';

/** The limit that a draft stands for, or what is not filled in as it must be. */
export function limitOf({
  nodeId,
  amount,
  unit,
  from,
  until,
  why,
}: LimitDraft): { limit: TemporaryLimit } | { whyNot: WhyNotLimit } {
  const value = amount.trim() === '' ? Number.NaN : Number(amount.trim().replace(',', '.'));
  const read = temporaryLimit.safeParse({
    nodeId,
    limitA: unit === 'A' ? value : null,
    limitW: unit === 'kW' ? value * 1000 : null,
    from: fromLocalTime(from),
    until: fromLocalTime(until),
    why: why.trim() === '' ? null : why,
  });
  if (!read.success) {
    const field = read.error.issues[0]?.path[0];
    return { whyNot: field === 'why' ? 'why' : field === 'from' || field === 'until' ? 'times' : 'amount' };
  }
  const { from: start, until: end } = read.data;
  if (end !== null && Date.parse(end) <= Date.parse(start ?? new Date().toISOString())) return { whyNot: 'times' };
  return { limit: read.data };
}
