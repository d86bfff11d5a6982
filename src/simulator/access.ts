import type { Trust } from './trust.ts';

/** An address of a server, and by which security profile the station signs in there. */
export type Way = { slot: number; url: string; profile: number };

/** What a station keeps of it without power. */
export type RememberedAccess = {
  /** The address that it was set up with: set up anew, it forgets the others. */
  home: string;
  password?: string | undefined;
  slots: Way[];
  priority: number[];
  /** In the order of trying. */
  ways: Way[];
};

/** By how many attempts in vain a station finds that a way is no good (NetworkProfileConnectionAttempts). */
const attemptsPerWay = 2;

/**
 * How a station reaches its server and proves who it is (A01, A05, B09). Beside a new way the one in use stays, and the station returns to
 * it when it cannot connect by the new one; once it has, what is less secure is dropped.
 */
export class Access {
  password: string | undefined;
  private readonly slots = new Map<number, Way>();
  private readonly home: string;
  private readonly trust: Trust;
  private wanted: number[];
  /** In the order of trying. */
  private ways: Way[];
  private inUse: Way;
  private failures = 0;

  constructor({ url, password, trust }: { url: string; password: string | undefined; trust: Trust }) {
    const way = { slot: 1, url, profile: profileOf({ url, password }) };
    this.password = password;
    this.home = url;
    this.trust = trust;
    this.slots.set(1, way);
    this.wanted = [1];
    this.ways = [way];
    this.inUse = way;
  }

  /** By which it connects next. */
  get next(): Way {
    return this.ways[0] ?? this.inUse;
  }

  get slot(): number {
    return this.inUse.slot;
  }

  /** Without a profile to speak of, a station uses the password that it was given. */
  get profile(): number {
    const { profile, url } = this.inUse;
    return Math.max(profile, profileOf({ url, password: this.password }));
  }

  get priority(): string {
    return this.wanted.join(',');
  }

  /** What the next connection shows. */
  credentials(): { password?: string | undefined; ca?: string[]; cert?: string; key?: string } {
    const { next: way, trust } = this;
    const ca = way.url.startsWith('wss:') && trust.serverRoots.length > 0 ? { ca: trust.serverRoots } : {};
    if (way.profile === 3 && trust.identity !== null) return { ...ca, ...trust.identity };
    return { ...ca, password: this.password };
  }

  /** B09.FR.04: a lower profile than the one in use is not taken. */
  setSlot(way: Way): 'Accepted' | 'Rejected' {
    const isUsable = way.slot >= 1 && way.slot <= networkSlots && URL.canParse(way.url);
    const isSecure = way.profile < 2 || way.url.startsWith('wss:');
    if (!isUsable || !isSecure || way.profile < this.inUse.profile) return 'Rejected';
    this.slots.set(way.slot, way);
    return 'Accepted';
  }

  /** It holds from the next restart on (B09, A05). */
  setPriority(text: string): boolean {
    const slots = text.split(',').map(Number);
    if (!slots.every((slot) => this.canUse(this.slots.get(slot)?.profile))) return false;
    this.wanted = slots;
    return true;
  }

  /** OCPP 1.6 has one address; over TLS it is the same with another scheme. */
  raise(profile: number): boolean {
    if (profile < this.profile || !this.canUse(profile)) return false;
    const { url: former } = this.inUse;
    const url = profile < 2 ? former : former.replace(/^ws:/, 'wss:');
    this.ways = [{ slot: 1, url, profile }, this.inUse];
    this.failures = 0;
    return true;
  }

  restart(): void {
    this.failures = 0;
    if (this.slots.size > 1) this.ways = this.wanted.flatMap((slot) => this.slots.get(slot) ?? []);
  }

  connected(): void {
    const way = this.next;
    this.inUse = way;
    this.failures = 0;
    this.ways = [way, ...this.ways.slice(1).filter(({ profile }) => profile >= way.profile)];
    for (const [slot, { profile }] of this.slots) if (profile < way.profile) this.slots.delete(slot);
    this.wanted = this.wanted.filter((slot) => this.slots.has(slot));
  }

  failed(): void {
    this.failures += 1;
    if (this.failures % attemptsPerWay === 0) this.ways = [...this.ways.slice(1), this.next];
  }

  dump(): RememberedAccess {
    const { home, password, slots, wanted: priority, ways } = this;
    return { home, password, slots: [...slots.values()], priority, ways };
  }

  restore({ home, password, slots, priority, ways }: RememberedAccess): void {
    this.password = password ?? this.password;
    if (home !== this.home) return;
    this.slots.clear();
    for (const way of slots) this.slots.set(way.slot, way);
    this.wanted = priority;
    this.ways = ways;
    this.inUse = ways[0] ?? this.inUse;
    this.restart();
  }

  /** A05.FR.02: who has nothing to show for a profile does not take it. */
  private canUse(profile: number | undefined): boolean {
    if (profile === undefined) return false;
    return profile === 3 ? this.trust.identity !== null : profile === 0 || this.password !== undefined;
  }
}

const networkSlots = 4;

function profileOf({ url, password }: { url: string; password: string | undefined }): number {
  if (password === undefined) return 0;
  return url.startsWith('wss:') ? 2 : 1;
}
