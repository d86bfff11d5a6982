import { isUuid } from '#base/uuid.ts';

type Id = string | number;

const idField = /(^id|Id|Ids|ID)$/;
/** These are the station's own and mean the same everywhere. */
const stationsOwn = /^(evse|connector|vendor|message)Ids?$/;
/** The server draws its numbers from 31 bits; what is smaller was counted or chosen by somebody. */
const leastDrawn = 10_000;

/**
 * Numbers and names that the server makes (of transactions, requests, profiles, reservations) are others in every instance.
 * They are learned by comparing what it says now with what it said then, and put into whatever stations say afterwards.
 */
export class MappedIds {
  private readonly nowOf = new Map<Id, Id>();

  learn(then: unknown, now: unknown, field = ''): void {
    if (isId(field, then) && isId(field, now) && typeof then === typeof now) {
      if (then !== now) this.nowOf.set(then, now);
      return;
    }
    if (!hasInner(then) || !hasInner(now)) return;
    for (const [name, inner] of Object.entries(then)) {
      const of = Array.isArray(then) ? field : name;
      this.learn(inner, now[name], of);
    }
  }

  /** The same value with the ids of this instance; the very same object where there is none to change. */
  map<Value>(value: Value, field = ''): Value {
    if (isId(field, value)) return (this.nowOf.get(value) ?? value) as Value;
    if (!hasInner(value)) return value;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.map<unknown>(item, field));
      return (items.some((item, index) => item !== value[index]) ? items : value) as Value;
    }
    const fields = Object.entries(value).map(([name, inner]) => [name, this.map(inner, name)] as const);
    return fields.some(([name, inner]) => inner !== value[name]) ? (Object.fromEntries(fields) as Value) : value;
  }

  /** Whether both say the same, apart from times, from tokens, and from ids and addresses that the server made. */
  areAlike(then: unknown, now: unknown, field = ''): boolean {
    if (then === now || (isTime(then) && isTime(now)) || (isToken(then) && isToken(now))) return true;
    if (isOwnAddress(field, then) && isOwnAddress(field, now)) return true;
    if (isId(field, then) && isId(field, now)) return this.nowOf.get(then) === now;
    if (!hasInner(then) || !hasInner(now)) return false;
    const names = new Set([...Object.keys(then), ...Object.keys(now)]);
    return [...names].every((name) => this.areAlike(then[name], now[name], Array.isArray(then) ? field : name));
  }
}

function isId(field: string, value: unknown): value is Id {
  if (typeof value === 'string') return isUuid(value);
  return typeof value === 'number' && value >= leastDrawn && idField.test(field) && !stationsOwn.test(field);
}

/** Where a receipt can be read: at every instance somewhere else, and signed with its key. */
function isOwnAddress(field: string, value: unknown): boolean {
  return field === 'receiptUrl' && typeof value === 'string' && URL.canParse(value);
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
}

function isToken(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('tok_');
}

function hasInner(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
