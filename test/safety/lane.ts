import type { Random } from '../simulation/random.ts';
import { fittingArguments, type Hints } from './arguments.ts';
import { asText, endLegacy } from './doors.ts';
import { restsOn } from './effects.ts';
import type { RecordingStation } from './recording-station.ts';
import type { Caller, ToolFacts } from './rights.ts';
import { connectStations, makeCaller, type Tool, type World } from './world.ts';

/** A proposal as its lane knows it: from what was asked and done, not from what the product stores. */
export type KnownProposal = {
  id: string;
  tool: Tool;
  given: Record<string, unknown>;
  by: Caller;
  expiresAt: number;
  stations: ReadonlySet<string>;
  /** What ran at its stations when it was made. */
  facts: string;
  approvedBy: Caller | undefined;
  /** Nobody ever made it. */
  isMadeUp: boolean;
  /** Told by the product to somebody who had the right to it; from then on nothing may come of it. */
  isOver: boolean;
  isUsed: boolean;
  /** What was asked about it and answered, for whoever has to find out which of it was wrong. */
  answers: string[];
};

const kinds = [
  'agent',
  'otherAgent',
  'viewingAgent',
  'scopedAgent',
  'program',
  'operator',
  'otherOperator',
  'administrator',
  'viewer',
  'scopedOperator',
  'eliciting',
  'anonymous',
  'stranger',
  'revoked',
  'expired',
] as const;
export type CallerName = (typeof kinds)[number];
export const callerNames: readonly CallerName[] = kinds;
/** Those who may decide, more or less, and those who may ask. */
export const deciders: readonly CallerName[] = ['operator', 'otherOperator', 'administrator', 'administrator'];
export const asking: readonly CallerName[] = ['agent', 'otherAgent', 'program', 'operator', 'eliciting'];

const wanted = {
  agent: { kind: 'agent', role: 'operator' },
  otherAgent: { kind: 'agent', role: 'operator' },
  viewingAgent: { kind: 'agent', role: 'viewer' },
  scopedAgent: { kind: 'agent', role: 'operator', scopes: ['tariffs', 'stations:read'] },
  program: { kind: 'program', role: 'operator' },
  operator: { kind: 'person', role: 'operator' },
  otherOperator: { kind: 'person', role: 'operator' },
  administrator: { kind: 'person', role: 'administrator' },
  viewer: { kind: 'person', role: 'viewer' },
  scopedOperator: { kind: 'person', role: 'operator', scopes: ['stations'] },
  eliciting: { kind: 'person', role: 'operator', approvesByElicitation: true },
  revoked: { kind: 'agent', role: 'operator' },
} as const;

const nobody: Caller = {
  id: undefined,
  secret: undefined,
  kind: 'nobody',
  role: 'viewer',
  scopes: [], // on loopback anybody reads
  approvesByElicitation: false,
  isLive: true,
};

/** Part of the world that one sequence after the other has to itself, so that every effect there is one of theirs. */
export class Lane implements AsyncDisposable {
  readonly world: World;
  readonly index: number;
  /** What this sequence has done so far, for the report of a violation. */
  story: string[] = [];
  stations: RecordingStation[] = [];
  callers = {} as Record<CallerName, Caller>;
  tokens: { id: string; value: string }[] = [];
  proposals: KnownProposal[] = [];
  /** Sessions of the older era: each belongs to the key that began it. */
  readonly legacy = new Map<Caller, string | undefined>();

  constructor(world: World, index: number) {
    this.world = world;
    this.index = index;
  }

  async open(): Promise<this> {
    this.stations = await connectStations(this.world, this.index, () => this.doing);
    for (const number of [1, 2]) {
      const value = `04A1B2${String(this.index).padStart(2, '0')}${number}0`;
      const { token } = await this.world.asRoot<{ token: { id: string } }>('POST', '/api/tokens', {
        value,
        note: `L${this.index}-token ${number}`,
      });
      this.tokens.push({ id: token.id, value });
    }
    await this.world.asRoot('POST', '/api/sites', {
      id: `l${this.index}-site`,
      name: `L${this.index}-site`,
      timeZone: 'UTC',
      currency: 'BRL',
    });
    return this;
  }

  /** New keys, so that no budget and no limit of an earlier round weighs on this one. */
  async renewCallers(): Promise<void> {
    const { asRoot, now } = this.world;
    const made = await Promise.all(
      Object.entries(wanted).map(
        async ([name, key]) =>
          [name, await makeCaller(this.world, { ...key, scopes: 'scopes' in key ? [...key.scopes] : [] })] as const,
      ),
    );
    const callers = Object.fromEntries(made) as Record<keyof typeof wanted, Caller & { id: string }>;
    await asRoot('DELETE', `/api/keys/${callers.revoked.id}`);
    callers.revoked.isLive = false;
    // It expires before these callers are replaced, and is used by their successors.
    const expiring = await makeCaller(this.world, {
      kind: 'person',
      role: 'administrator',
      expiresAt: new Date(now() + 60_000).toISOString(),
    });
    this.callers = {
      ...callers,
      expired: this.expiring,
      anonymous: nobody,
      stranger: { ...nobody, secret: `sigec_${'z'.repeat(12)}_${'y'.repeat(40)}`, isLive: false },
    };
    this.expiring = { ...expiring, isLive: false };
    await this.endLegacySessions();
    this.proposals = this.proposals.slice(-20);
  }

  /** As a polite client does: there is a bound to how many may lie idle. */
  private async endLegacySessions(): Promise<void> {
    const { http, addresses } = this.world;
    const begun = [...this.legacy];
    this.legacy.clear();
    await Promise.all(begun.map(([caller, session]) => endLegacy(http, addresses.mcp, { caller, session })));
  }

  /** Made in the round before; its time was over when this one began. */
  private expiring: Caller = { ...nobody, secret: 'none', isLive: false };

  get doing(): string {
    return `lane ${this.index}: ${this.story.join(' → ')}`;
  }

  nameOf(caller: Caller): CallerName {
    return callerNames.find((name) => this.callers[name] === caller) ?? 'stranger';
  }

  station(stationId: string): RecordingStation | undefined {
    return this.stations.find((each) => each.stationId === stationId);
  }

  /** Stations that arguments name, directly or by one of their sessions. */
  stationsIn(given: unknown): Set<string> {
    const text = JSON.stringify(given) ?? '';
    const named = this.stations.map(({ stationId }) => stationId).filter((id) => text.includes(`"${id}"`));
    const ref = /"transaction_id":"?([\w.-]+)/.exec(text)?.[1] ?? '';
    const bySession = this.stations.filter(({ refs }) => refs.has(ref));
    return new Set([...named, ...bySession.map(({ stationId }) => stationId)]);
  }

  /** What a plan rests upon, by what this lane's vehicles did. */
  facts(tool: ToolFacts, given: unknown): string {
    const asked = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
    const rests = restsOn(tool, asked);
    if (rests === 'nothing') return '';
    const stations = [...this.stationsIn(given)].toSorted().flatMap((id) => this.station(id) ?? []);
    return JSON.stringify(
      stations.map(({ stationId, isOnline, sessions }) => {
        const running = [...sessions.keys()].toSorted();
        const seen = rests === 'sessions' ? running : running.filter((ref) => ref === asText(asked['transaction_id']));
        return [stationId, isOnline, seen];
      }),
    );
  }

  async beginSession(station: RecordingStation): Promise<void> {
    await station.begin(this.tokens[0]?.value ?? '');
  }

  /** Resolves once the stations have told all that follows. */
  async quiet(): Promise<void> {
    await Promise.all(this.stations.map((station) => station.quiet()));
  }

  /** What callers here know by heart, about one station at a time. */
  private hints({ name, inputSchema: { properties = {} } }: Tool, random: Random): Hints {
    const busy = this.stations.filter(({ sessions }) => sessions.size > 0);
    const reserved = this.stations.filter(({ reservations }) => reservations.length > 0);
    const [usual, token = { id: '', value: '' }] = this.tokens;
    const isAbout = (field: string, some: readonly RecordingStation[]) => field in properties && some.length > 0;
    const { stationId, sessions, reservations } = random.pick(
      isAbout('transaction_id', busy) ? busy : isAbout('reservation_id', reserved) ? reserved : this.stations,
    );
    const ended = this.stations.flatMap((station) => [...station.refs].filter((ref) => !station.sessions.has(ref)));
    const mark = `L${this.index}`;
    return [
      { name: /^charge_point_id$/, value: () => stationId },
      { name: /^charge_point_ids$/, value: () => [stationId] },
      {
        name: /^transaction_id$/,
        value: () => (name === 'correct_bill' ? ended.at(-1) : [...sessions.keys()][0]) ?? '1',
      },
      { name: /^amount$/, value: () => '-0.01' },
      { name: /^reservation_id$/, value: () => reservations.at(-1) ?? 1 },
      { name: /^(connector_id|evse_id)$/, value: () => 1 },
      { name: /^id_tag$/, value: () => usual?.value },
      { name: /^token_id$/, value: () => (name === 'set_token_blocked' ? token.id : usual?.id) },
      { name: /^proposal_id$/, value: () => this.proposals.at(-1 - random.between(0, 3))?.id ?? 'none' },
      { name: /^wait_seconds$/, value: () => (random.chance(0.9) ? 0 : 0.05) },
      { name: /^why$|^reason$/, value: () => `${mark}-why ${random.between(1, 99)}` },
      { name: /^text$/, value: () => `{ id: ${mark}-day, currency: BRL, perKwh: "1.${random.between(10, 99)}" }` },
      { name: /^tariff_id$/, value: () => `${mark}-day` },
      { name: /^site_id$/, value: () => `${mark.toLowerCase()}-site` },
      { name: /^location$/, value: () => 'https://firmware.example.com/2.bin' },
      { name: /^(after|cursor|before|from|to|since|until)$/, value: () => undefined },
      { name: /^limit$/, value: () => random.between(1, 20) },
    ];
  }

  argumentsFor(tool: Tool, random: Random): Record<string, unknown> {
    return fittingArguments(tool.inputSchema, this.hints(tool, random), random);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.stations.map((station) => station[Symbol.asyncDispose]()));
  }
}
