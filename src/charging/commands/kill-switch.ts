import { setMaxListeners } from 'node:events';
import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { every, type Repeating } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { KillSwitchChange, KillSwitchState } from '#contract/agents/kill-switch.ts';
import { type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { Refusal } from './refusal.ts';

export type KillSwitchNeeds = { pool: Pool; ledger: Ledger; clock: Clock; log: Log };

/**
 * Other nodes switch it too. It is read from its own row rather than followed in the ledger, which shows nothing past the oldest
 * open transaction: a backup under way must not hold up an emergency.
 */
const lookEveryMs = 500;

/** While it is on, no command leaves for any station. The database holds it, so it outlives every process. */
export class KillSwitch {
  private readonly needs: KillSwitchNeeds;
  private readonly looking: Repeating;
  private readonly onLifted = new Set<() => void>();
  /** As it holds here. */
  private state = neverUsed;
  /** As its row was last known. */
  private written = neverUsed;
  private hold = newHold();
  /** A look that began before a change is out of date. */
  private changes = 0;
  /** Changes happen one after the other; `switchingOn`: how many of those that have not ended switch it on. */
  private lastChange: Promise<unknown> = Promise.resolve();
  private switchingOn = 0;

  private constructor(needs: KillSwitchNeeds) {
    this.needs = needs;
    this.looking = every({
      task: 'read the kill switch',
      everyMs: lookEveryMs,
      log: needs.log,
      run: () => this.look(),
    });
  }

  /** Known before the first command can be asked. */
  static async open(needs: KillSwitchNeeds): Promise<KillSwitch> {
    const found = await readKillSwitch(needs.pool);
    const opened = new KillSwitch(needs);
    opened.settle(found);
    if (found.isOn) needs.log.warn({ since: found.since, by: found.by }, 'the kill switch is on');
    return opened;
  }

  current(): KillSwitchState {
    return this.state;
  }

  get isOn(): boolean {
    return this.state.isOn;
  }

  /** Aborted, with the refusal as its reason, for whatever was on its way when the kill switch was switched on, and stays so. */
  get holding(): AbortSignal {
    return this.hold.signal;
  }

  refusal(): Refusal | undefined {
    return this.state.isOn ? refusalOf(this.state) : undefined;
  }

  whenLifted(listener: () => void): void {
    this.onLifted.add(listener);
  }

  /** Switched as it is already, it stays as it was: the first reason stands. */
  async change(
    { isOn, why = null }: { isOn: boolean; why?: string | null | undefined },
    actor: Actor,
  ): Promise<KillSwitchState> {
    if (actor.principal?.kind === 'agent')
      throw new SigecError('NOT_ALLOWED', 'An agent does not use the kill switch; ask a person.');
    const since = this.needs.clock.now();
    const by = actorName(actor);
    const after = { isOn, why, by, byName: actor.principal?.name ?? null, since: since.toISOString() };
    if (isOn) this.switchingOn += 1;
    if (isOn && !this.state.isOn) this.set(after); // nothing leaves while it is being written down
    const row = { isOn, why, by, since };
    const changing = this.lastChange.then(() => this.changeRow(row, after, actor));
    this.lastChange = changing.catch(() => undefined);
    return changing;
  }

  async close(): Promise<void> {
    await this.looking.close();
  }

  private async changeRow(row: KillSwitchRow, after: KillSwitchState, actor: Actor): Promise<KillSwitchState> {
    let { written } = this;
    this.changes += 1;
    try {
      written = await readKillSwitch(this.needs.pool); // another node may have been faster
      if (written.isOn !== row.isOn) {
        await this.write(row, actor);
        written = after;
      }
      return written;
    } finally {
      this.changes += 1;
      if (row.isOn) this.switchingOn -= 1;
      this.settle(written); // where it could not be written down it must not seem to hold: whoever asked is told so
    }
  }

  private async write(row: KillSwitchRow, { door }: Actor): Promise<void> {
    const { isOn, why, by, since } = row;
    const action = isOn ? 'kill-switch-on' : 'kill-switch-off';
    await this.needs.ledger.commit({
      events: [{ kind: 'kill-switch-changed', stationId: null, happenedAt: since, principal: by, body: { isOn, why } }],
      writes: [write(killSwitchRow, row)],
      audit: [{ principal: by, door, action, subject: null, outcome: 'done', details: { why } }],
    });
    this.needs.log.warn({ isOn, by }, isOn ? 'the kill switch is on' : 'the kill switch was switched off');
  }

  /** While the database is away nothing can be asked anyway: a command is written down before it leaves. */
  private async look(): Promise<void> {
    const { changes } = this;
    const found = await readKillSwitch(this.needs.pool);
    if (changes === this.changes) this.settle(found);
  }

  /** What its row says holds here; but nothing is let go while somebody else is switching it on. */
  private settle(written: KillSwitchState): void {
    this.written = written;
    if (written.isOn || this.switchingOn === 0) this.set(written);
  }

  private set(killSwitch: KillSwitchState): void {
    const wasOn = this.state.isOn;
    this.state = killSwitch;
    if (killSwitch.isOn === wasOn) return;
    if (killSwitch.isOn) return this.hold.abort(refusalOf(killSwitch));
    this.hold = newHold();
    for (const lifted of this.onLifted) lifted();
  }
}

export type KillSwitchControl = Pick<KillSwitch, 'current' | 'holding'> & {
  change(ask: KillSwitchChange, actor: Actor): Promise<KillSwitchState>;
};

function newHold(): AbortController {
  const hold = new AbortController();
  setMaxListeners(0, hold.signal); // every call that waits listens
  return hold;
}

function refusalOf({ since }: KillSwitchState): Refusal {
  const reason = `The kill switch blocks commands to stations since ${since}; an administrator has to lift that first.`;
  return { code: 'KillSwitch', reason };
}

const neverUsed: KillSwitchState = { isOn: false, why: null, by: null, byName: null, since: null };

async function readKillSwitch(database: Pool | ClientBase): Promise<KillSwitchState> {
  const { rows } = await database.query<{
    is_on: boolean;
    why: string | null;
    by: string | null;
    name: string | null;
    since: Date;
  }>(
    `select is_on, why, by, since, principal_key.name from kill_switch left join principal_key on principal_key.id = kill_switch.by`,
  );
  const [row] = rows;
  if (row === undefined) return neverUsed;
  return { isOn: row.is_on, why: row.why, by: row.by, byName: row.name, since: row.since.toISOString() };
}

type KillSwitchRow = { isOn: boolean; why: string | null; by: string; since: Date };

const killSwitchRow: Projection<KillSwitchRow> = {
  name: 'kill-switch',
  identity: () => 'kill-switch',
  async write(client, rows) {
    for (const { isOn, why, by, since } of rows)
      await client.query(
        `insert into kill_switch (is_on, why, by, since) values ($1, $2, $3, $4)
         on conflict (is_only) do update set is_on = excluded.is_on, why = excluded.why, by = excluded.by, since = excluded.since`,
        [isOn, why, by, since],
      );
  },
};
