import { isUuid } from '#base/uuid.ts';
/** A moment of a run: what the server stamped then lies within. */
export type Run = { from: number; to: number };

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** How long ago something was received; a time seen from now. */
const age = /^(?:age(?:Seconds|Ms)|uptime)$/; // a share of time grows with the clock
/** Of an event in the ledger: its transaction, and its number. */
const position = /^\d+\.\d+$/;
const token = /tok_[\w-]{22}/g;
const idField = /(^id|Id|Ids|ref|Ref|^epoch)$/;

/**
 * Whether two instances hold the same, equal after mapping what each made by itself: ids (uuids, numbers drawn at random,
 * positions in the ledger, token hashes and labels, connections, certificates, each standing for exactly one of the other side) and times at which something was received.
 */
export class SameState {
  readonly differences: string[] = [];
  compared = 0;
  private readonly runs: { original: Run; replay: Run };
  private readonly nowOf = new Map<string, string>();
  private readonly thenOf = new Map<string, string>();

  constructor(runs: { original: Run; replay: Run }) {
    this.runs = runs;
  }

  compare(then: unknown, now: unknown, path: string): void {
    if (isObject(then) && isObject(now)) {
      for (const name of new Set([...Object.keys(then), ...Object.keys(now)]))
        this.compare(then[name], now[name], `${path}.${name}`);
      return;
    }
    this.compared += 1;
    if (!this.isSame(then, now, path))
      this.differences.push(`${path}: ${JSON.stringify(then)} → ${JSON.stringify(now)}`);
  }

  private isSame(then: unknown, now: unknown, path: string): boolean {
    const field =
      path
        .replace(/\.\d+$/, '')
        .split('.')
        .at(-1) ?? '';
    if (isMade(then, field) && isMade(now, field)) return this.isPaired(String(then), String(now));
    if (then === now) return true;
    if (typeof then !== typeof now) return false;
    if (typeof then === 'number') return age.test(field);
    if (typeof then !== 'string' || typeof now !== 'string') return false;
    return this.areReceived(then, now) || this.holdSameTokens(then, now);
  }

  /** A text of somebody, with hashes where he had written tokens. */
  private holdSameTokens(then: string, now: string): boolean {
    const [hashesThen, hashesNow] = [then, now].map((text) => text.match(token) ?? []);
    if (then.replace(token, '') !== now.replace(token, '')) return false;
    return (hashesThen ?? []).every((hash, index) => this.isPaired(hash, hashesNow?.[index] ?? ''));
  }

  /** One of them for one of the other, always the same. */
  private isPaired(then: string, now: string): boolean {
    if (!this.nowOf.has(then) && !this.thenOf.has(now)) {
      this.nowOf.set(then, now);
      this.thenOf.set(now, then);
    }
    return this.nowOf.get(then) === now && this.thenOf.get(now) === then;
  }

  /** Times at which something was received, or that were counted from there, such as the end of a certificate. */
  private areReceived(then: string, now: string): boolean {
    if (!time.test(then) || !time.test(now)) return false;
    const later = Date.parse(now) - Date.parse(then);
    const { original, replay } = this.runs;
    const [least, most] = [replay.from - original.to, replay.to - original.from];
    return Date.parse(then) >= original.from && later >= least && later <= most;
  }
}

function isMade(value: unknown, field: string): boolean {
  if (typeof value === 'number') return idField.test(field) && value >= 10_000;
  if (typeof value !== 'string') return false;
  if (/^(id|eventId)$/.test(field) && position.test(value)) return true;
  if (field === 'label' && value.startsWith('…')) return true; // the end of a token
  if (isUuid(value) || value.startsWith('tok_') || value.startsWith('-----BEGIN CERTIFICATE')) return true;
  if (/(^url|Url)$/.test(field) && /^https?:\/\/[^/]+\/pay\//.test(value)) return true; // at its own port, by its own key
  if (field === 'sha256' && /^[0-9a-f]{64}$/.test(value)) return true; // of a text with hashes of tokens in it
  return (
    (idField.test(field) && /^\d{5,10}$/.test(value)) || (field === 'serialNumber' && /^[0-9a-f]{32}$/.test(value))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
