import { isIPv6 } from 'node:net';
import type { Clock } from '#clock.ts';

/** So many per window for each name; names that nobody hears of any more are forgotten, the oldest first. */
export class Allowance {
  private readonly used = new Map<string, { count: number; until: number }>();
  private readonly limits: { most: number; windowMs: number; mostNames?: number };
  private readonly clock: Clock;

  constructor(limits: { most: number; windowMs: number; mostNames?: number }, clock: Clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /** Whether one more is within it; if so, it is counted. */
  take(name: string): boolean {
    const { most, windowMs, mostNames = 10_000 } = this.limits;
    const now = this.clock.now().getTime();
    const known = this.used.get(name);
    const current = known !== undefined && known.until > now ? known : { count: 0, until: now + windowMs };
    if (current.count >= most) return false;
    this.used.delete(name); // set again at the end, so that the first is the one longest quiet
    const [quietest] = this.used.keys();
    if (quietest !== undefined && this.used.size >= mostNames) this.used.delete(quietest);
    this.used.set(name, { count: current.count + 1, until: current.until });
    return true;
  }
}

/** Whom an address belongs to: one IPv6 subscriber has a whole /64 to come from. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const middle = plain.includes('::')
    ? Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
    : [];
  return `${[...left, ...middle, ...right].slice(0, 4).join(':')}::/64`;
}
