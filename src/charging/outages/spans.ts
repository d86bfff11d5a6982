/** A stretch of time in milliseconds since 1970, its end not included. */
export type Span = { from: number; to: number };

export function union(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { from, to } of spans.filter(isSome).toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** What both cover. Each is in order and without overlaps, as `union` makes them. */
export function intersection(a: readonly Span[], b: readonly Span[]): Span[] {
  const common: Span[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [one, other] = [a[i], b[j]];
    if (one === undefined || other === undefined) break;
    const both = clip(one, other);
    if (isSome(both)) common.push(both);
    if (one.to < other.to) i += 1;
    else j += 1;
  }
  return common;
}

export function lengthWithin(spans: readonly Span[], period: Span): number {
  return spans.reduce((sum, span) => {
    const { from, to } = clip(span, period);
    return to > from ? sum + to - from : sum;
  }, 0);
}

/**
 * The same for many periods in one walk. Both are in order and without overlaps; a period may be empty. However often a port
 * went down, and however many days are asked for, each is looked at once.
 */
export function lengthsWithin(spans: readonly Span[], periods: readonly Span[]): number[] {
  let first = 0;
  return periods.map((period) => {
    while ((spans[first]?.to ?? Infinity) <= period.from) first += 1;
    let sum = 0;
    for (let index = first; index < spans.length; index += 1) {
      const span = spans[index];
      if (span === undefined || span.from >= period.to) break;
      const { from, to } = clip(span, period);
      if (to > from) sum += to - from;
    }
    return sum;
  });
}

export function clip(a: Span, b: Span): Span {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
}

function isSome({ from, to }: Span): boolean {
  return to > from;
}
