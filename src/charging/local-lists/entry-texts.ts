import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { Slices } from '#base/slices.ts';
import { type RevealedToken, revealed } from '../authorization/reveal.ts';
import { readSealed } from '../authorization/token-store.ts';
import type { WantedEntry } from './listable-token.ts';

/** An entry of a list as it is sent to a station. Without `info` the station removes the token. */
export type ListEntry = { token: RevealedToken; info: ListedInfo | null };
export type ListedInfo = {
  status: 'accepted' | 'blocked' | 'expired';
  expiresAt: Date | null;
  language: string | null;
};

export type ListWire = { name: string; textOf(entry: ListEntry): string };

export type Removal = { tokenId: string; fingerprint: null };
export type ListStep = WantedEntry | Removal;

export class ListChanged extends Error {
  constructor() {
    super('a token of the list was removed while the list was being sent');
    this.name = 'ListChanged';
  }
}

/** Long enough for a fleet that is sent the same list. */
const idleMs = 30_000;
const maxTexts = 400_000;
const sealedAtOnce = 250;

/**
 * The texts of entries, opened once for all stations that are sent them. They hold tokens in clear, so they are kept only while lists
 * are being sent, and dropped when a token is removed.
 */
export class EntryTexts {
  private readonly needs: { pool: Pool; installationKey: Buffer; clock: Clock };
  /** By the version's name. Not a WeakMap: with this many keys its garbage collection would pause the process. */
  private texts = new Map<string, Map<ListStep, string>>();
  private count = 0;
  private opening: Promise<unknown> = Promise.resolve();
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(needs: { pool: Pool; installationKey: Buffer; clock: Clock }) {
    this.needs = needs;
  }

  async of(steps: readonly ListStep[], wire: ListWire): Promise<string[]> {
    this.idleTimer?.refresh();
    this.idleTimer ??= setTimeout(() => this.forget(), idleMs).unref();
    const known = this.known(steps, wire);
    if (known !== undefined) return known;
    // One after the other: stations that are sent the same list at the same time open it once.
    const opened = this.opening.then(() => this.known(steps, wire) ?? this.open(steps, wire));
    this.opening = opened.catch(() => undefined);
    return opened;
  }

  forget(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = undefined;
    this.texts = new Map();
    this.count = 0;
  }

  private known(steps: readonly ListStep[], { name }: ListWire): string[] | undefined {
    const texts = this.texts.get(name);
    if (texts === undefined) return undefined;
    const known: string[] = [];
    for (const step of steps) {
      const text = texts.get(step);
      if (text === undefined) return undefined;
      known.push(text);
    }
    return known;
  }

  private async open(steps: readonly ListStep[], wire: ListWire): Promise<string[]> {
    if (this.count >= maxTexts) this.forget();
    const { texts: before } = this;
    const texts = before.get(wire.name) ?? new Map<ListStep, string>();
    const opened: string[] = [];
    const slices = new Slices();
    for (let at = 0; at < steps.length; at += sealedAtOnce) {
      const some = steps.slice(at, at + sealedAtOnce);
      const sealed = await readSealed(
        this.needs.pool,
        some.map(({ tokenId }) => tokenId),
      );
      const rows = new Map(sealed.map((row) => [row.id, row]));
      for (const step of some) {
        if (slices.isOver) await slices.rest();
        const row = rows.get(step.tokenId);
        if (row === undefined) throw new ListChanged();
        const text = wire.textOf({ token: revealed(this.needs.installationKey, row), info: this.infoOf(step) });
        opened.push(text);
        texts.set(step, text);
      }
    }
    // A text that was dropped meanwhile is not stored again.
    if (this.texts === before) {
      before.set(wire.name, texts);
      this.count += steps.length;
    }
    return opened;
  }

  private infoOf(step: ListStep): ListedInfo | null {
    if (step.fingerprint === null) return null;
    const { isBlocked, expiresAt, language } = step;
    const isOver = expiresAt !== null && expiresAt <= this.needs.clock.now();
    return { status: isBlocked ? 'blocked' : isOver ? 'expired' : 'accepted', expiresAt, language };
  }
}
