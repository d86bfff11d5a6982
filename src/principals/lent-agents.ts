import { asError, SigecError } from '#base/errors.ts';
import type { Principal } from '#contract/agents/principal.ts';
import { keyedHash } from '#ledger/installation.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from './actor.ts';
import { type KeyNeeds, principalById } from './authenticate.ts';
import { freeId, keyCreated, makeKey } from './create-key.ts';
import { hashOf, isSame, type KeyRecord, keyText, newSecret, readKeyActingFor } from './key-store.ts';
import { isRoleWithin } from './may.ts';

type Needs = KeyNeeds & { ledger: Ledger; installationKey: Buffer };

/** The key of an agent that works for somebody; `end` makes it worthless. */
export type LentAgent = { secret: string; end(): void };

type Lent = { agentId: string; holderId: string };

const purpose = 'lent agent';
/** A conversation at a terminal lasts a working day at most; the next one asks for another key. */
const awayMs = 12 * 3_600_000;

/**
 * Agents that work for holders of keys, inside this process or at the holder's own terminal. Each holder has one, under an id of its own, so that
 * the trail tells them apart and the person may approve what it proposes. What it may do is what the holder may do at that moment, and never more
 * than an agent may.
 */
export class LentAgents {
  private readonly lent = new Map<string, Lent>();
  private readonly making = new Map<string, Promise<KeyRecord>>();
  private readonly needs: Needs;

  constructor(needs: Needs) {
    this.needs = needs;
  }

  async lend(holder: Principal, door: Actor['door']): Promise<LentAgent> {
    const agent = await this.usableAgentOf(holder, door);
    const secret = keyText(agent.id);
    const hash = hashOf(secret).toString('hex');
    this.lent.set(hash, { agentId: agent.id, holderId: holder.id });
    return { secret, end: () => void this.lent.delete(hash) };
  }

  /** For an agent outside of this process. Its key tells by itself for whom and until when it is, so that it outlasts a restart. */
  async lendAway(holder: Principal, door: Actor['door']): Promise<{ secret: string; expiresAt: Date }> {
    const agent = await this.usableAgentOf(holder, door);
    const expiresAt = new Date(this.needs.clock.now().getTime() + awayMs);
    const claim = `${agent.id}.${holder.id}.${expiresAt.getTime()}`;
    return { secret: `sigec_lent_${claim}.${this.seal(claim)}`, expiresAt };
  }

  private async usableAgentOf(holder: Principal, door: Actor['door']): Promise<KeyRecord> {
    if (holder.kind === 'agent') throw new SigecError('NOT_ALLOWED', 'An agent has no assistant of its own.');
    const agent = await this.agentOf(holder, door);
    if (agent.revokedAt !== null)
      throw new SigecError(
        'NOT_ALLOWED',
        `An administrator has revoked ${agent.id}, the assistant of this key; ask for another key to have one again.`,
      );
    return agent;
  }

  async authenticate(secret: string): Promise<Principal | undefined> {
    const lent = this.lent.get(hashOf(secret).toString('hex')) ?? this.lentAway(secret);
    if (lent === undefined) return undefined;
    const [agent, holder] = await Promise.all([
      principalById(this.needs, lent.agentId),
      principalById(this.needs, lent.holderId),
    ]);
    if (agent === undefined || holder === undefined) return undefined;
    const { grants: _ofThen, ...itself } = agent;
    return { ...itself, ...rightsOf(holder) };
  }

  private lentAway(secret: string): Lent | undefined {
    const [, claim = '', agentId = '', holderId = '', until = '', seal = ''] =
      /^sigec_lent_(([\w-]{1,40})\.([\w-]{1,40})\.(\d{13}))\.([\w-]{43})$/.exec(secret) ?? [];
    const isOurs = claim !== '' && isSame(Buffer.from(seal), Buffer.from(this.seal(claim)));
    return isOurs && Number(until) > this.needs.clock.now().getTime() ? { agentId, holderId } : undefined;
  }

  private seal(claim: string): string {
    return keyedHash(this.needs.installationKey, purpose, claim).toString('base64url');
  }

  private async agentOf(holder: Principal, door: Actor['door']): Promise<KeyRecord> {
    const known = await readKeyActingFor(this.needs.pool, holder.id);
    if (known !== undefined) return known;
    const making = this.making.get(holder.id) ?? this.make(holder, door);
    this.making.set(holder.id, making);
    return making.finally(() => this.making.delete(holder.id));
  }

  private async make(holder: Principal, door: Actor['door']): Promise<KeyRecord> {
    const { pool, ledger, clock } = this.needs;
    const actor = { principal: holder, door };
    const name = `Assistant of ${holder.name}`.slice(0, 80);
    const wanted = { name, kind: 'agent' as const, role: roleOf(holder), scopes: holder.scopes, expiresAt: null };
    const made = makeKey({
      id: await freeId(pool),
      wanted,
      createdBy: actorName(actor),
      now: clock.now(),
      secret: newSecret(), // thrown away: the row lets nobody in
    });
    const record = { ...made, actsFor: holder.id };
    try {
      await ledger.commit(keyCreated(record, actor));
      return record;
    } catch (error) {
      const other = await readKeyActingFor(pool, holder.id); // another node was quicker
      if (other === undefined) throw asError(error);
      return other;
    }
  }
}

/** What the holder may do, where the holder may do it. */
function rightsOf({ role, scopes, grants }: Principal): Pick<Principal, 'role' | 'scopes' | 'grants'> {
  const narrowed = grants?.map((grant) => ({ ...grant, role: roleOf(grant) }));
  return { role: roleOf({ role }), scopes, ...(narrowed !== undefined && { grants: narrowed }) };
}

/** No agent is an administrator, whoever it works for. */
function roleOf({ role }: Pick<Principal, 'role'>): Principal['role'] {
  return isRoleWithin(role, 'operator') ? role : 'operator';
}
