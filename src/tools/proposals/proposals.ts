import { every, type Repeating } from '#base/every.ts';
import { canonicalJson } from '#base/json.ts';
import { Outbox } from '#base/outbox.ts';
import { RateLimiter } from '#base/rate-limiter.ts';
import type { Proposal, ProposalFilter, ProposalList } from '#contract/agents/proposal.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import { isOvertaken } from '#ledger/ledger-types.ts';
import { type Actor, actorName, system } from '#principals/actor.ts';
import { reachOf } from '#principals/may.ts';
import type { CallContext } from '../context.ts';
import { isAgentsDoor } from '../policy.ts';
import type { ToolAnswer } from '../tool.ts';
import { carryOutProposal } from './carry-out-proposal.ts';
import { approveProposal, cancelProposal, denyProposal, type Via } from './decide-proposal.ts';
import { argumentsOf, makeProposal, type ProposalRequest } from './make-proposal.ts';
import { keepEndedMs, overdueStep, stateNow } from './proposal-life.ts';
import { commitStep, findProposal, type ProposalNeeds, type Taking } from './proposal-step.ts';
import {
  areStationsAt,
  countWaiting,
  forgetEnded,
  type KeptProposal,
  type NewProposal,
  readOverdue,
  readProposal,
  readProposals,
} from './proposal-store.ts';
import { shownProposal, unknownProposal } from './shown-proposal.ts';

const sweepMs = 60_000;
const maxUnended = 1_000;
/** Those that are taken back at once count too: each is a row. */
const maxInAnHour = { name: 'Tools that propose', rateLimit: { calls: 600, perSeconds: 3_600 } };

const maxRemembered = 1_000;
const onItsWayMs = 5_000;

/** Equal are those of one caller to one tool, with the same arguments and the same effect on the same targets. */
function sameness({ tool, prepared, plan, actor }: ProposalRequest): string {
  return canonicalJson([actorName(actor), actor.door, tool.name, tool.contentHash, prepared.arguments, plan]);
}

/** What waits for a person, and its outcome. Every step is committed with its audit entry, refusals too. */
export class Proposals {
  private readonly needs: ProposalNeeds;
  private readonly sweeping: Repeating;
  /** Ends that met a database away. */
  private readonly ends: Outbox<Taking>;
  private readonly limiter: RateLimiter;
  /** The newest proposals by what they are about. */
  private readonly waiting = new Map<string, ReturnType<typeof makeProposal>>();

  constructor(needs: ProposalNeeds) {
    this.needs = needs;
    this.limiter = new RateLimiter(needs.clock, {
      ...(needs.others && { others: needs.others }),
      subject: 'proposals',
    });
    const { log } = needs;
    this.ends = new Outbox<Taking>({
      task: 'write the end of a proposal',
      log,
      maxItems: maxUnended,
      isPassing: isDatabaseAway,
      write: (taking) => this.writeEnd(taking),
    });
    this.sweeping = every({ task: 'sweep proposals', everyMs: sweepMs, log, run: () => this.sweepNow() });
  }

  async close(): Promise<void> {
    await this.sweeping.close();
    await this.ends.close();
    await this.ends.flush();
  }

  /** Whoever asks for the same again while it waits gets the same proposal: a person is asked once. */
  async make(asked: ProposalRequest): ReturnType<typeof makeProposal> {
    this.limiter.count(actorName(asked.actor), maxInAnHour);
    const key = sameness(asked);
    const earlier = await this.waiting.get(key)?.catch(() => undefined);
    if (earlier !== undefined && (await this.isStillWaiting(earlier.proposal)))
      return { proposal: earlier.proposal, entry: { events: [], writes: [] } };
    const another = this.waiting.get(key);
    if (another !== undefined && (await another.catch(() => undefined)) !== earlier) return this.make(asked); // somebody was quicker
    const made = makeProposal(this.needs, asked);
    this.waiting.delete(key);
    this.waiting.set(key, made);
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > maxRemembered && oldest !== undefined) this.waiting.delete(oldest);
    return made;
  }

  private async isStillWaiting({ id, proposedAt }: NewProposal): Promise<boolean> {
    const { pool, clock, installationKey } = this.needs;
    const kept = await readProposal(pool, id);
    // Made a moment ago, it may be on its way into the database.
    if (kept === undefined) return clock.now().getTime() - proposedAt.getTime() < onItsWayMs;
    // One that was changed in the database is nobody's any more.
    return stateNow(kept, clock.now()) === 'proposed' && argumentsOf(installationKey, kept) !== undefined;
  }

  /** For whoever asked, and outside the agents' doors for people. */
  async get(id: string, reader: Actor): Promise<Proposal> {
    const kept = await findProposal(this.needs, id);
    if (kept.principal !== actorName(reader) && !(seesAll(reader) && (await isOfTheirSites(this.needs, kept, reader))))
      throw unknownProposal();
    return shownProposal(kept, this.needs.clock.now());
  }

  async list(filter: ProposalFilter, reader: Actor): Promise<ProposalList> {
    const { pool, clock } = this.needs;
    const self = actorName(reader);
    const reach = reachOf(reader.principal, readingProposals);
    const asked = {
      now: clock.now(),
      principal: seesAll(reader) ? undefined : self,
      self,
      ...(reach !== 'whole' && { atSites: [...reach] }),
    };
    const [kept, waiting] = await Promise.all([
      readProposals(pool, { ...filter, ...asked }),
      countWaiting(pool, asked),
    ]);
    return { proposals: kept.map((each) => shownProposal(each, asked.now)), waiting };
  }

  async approve(id: string, deciding: { actor: Actor; via: Via; hash?: string | undefined }): Promise<Proposal> {
    this.needs.admit(deciding.actor);
    await this.mustSee(id, deciding.actor);
    return approveProposal(this.needs, id, deciding);
  }

  async deny(id: string, deciding: { actor: Actor; via: Via; why?: string | undefined }): Promise<Proposal> {
    this.needs.admit(deciding.actor);
    await this.mustSee(id, deciding.actor);
    return denyProposal(this.needs, id, deciding);
  }

  async cancel(id: string, actor: Actor): Promise<Proposal> {
    this.needs.admit(actor);
    return cancelProposal(this.needs, id, actor);
  }

  apply(id: string, context: CallContext): Promise<ToolAnswer> {
    const endLater = (taking: Taking) => this.ends.add(taking);
    return carryOutProposal({ ...this.needs, endLater }, id, context);
  }

  /** Writes ends that could not be written, ends what nobody decided in time, and forgets what is old. Never rejects. */
  sweep(): Promise<void> {
    return this.sweeping.now();
  }

  /** Whoever has roles at single sites decides on what is about these alone. */
  private async mustSee(id: string, actor: Actor): Promise<void> {
    if (reachOf(actor.principal, readingProposals) === 'whole') return;
    const kept = await findProposal(this.needs, id);
    if (!(await isOfTheirSites(this.needs, kept, actor))) throw unknownProposal();
  }

  private async sweepNow(): Promise<void> {
    const { needs } = this;
    await this.ends.flush();
    for (const { id, state } of await readOverdue(needs.pool, needs.clock.now())) {
      const kept = await findProposal(needs, id);
      const step = overdueStep(state);
      await commitStep(needs, { act: 'expire', kept, actor: system, step }).catch(() => undefined); // somebody was quicker
    }
    await forgetEnded(needs.pool, new Date(needs.clock.now().getTime() - keepEndedMs));
  }

  private async writeEnd(taking: Taking): Promise<void> {
    try {
      await commitStep(this.needs, taking);
    } catch (error) {
      if (!isOvertaken(error)) throw error; // else it was written after all
    }
  }
}

const readingProposals = { access: 'read', scope: 'proposals:read' } as const;

async function isOfTheirSites(
  { pool }: ProposalNeeds,
  { targets }: KeptProposal,
  { principal }: Actor,
): Promise<boolean> {
  const reach = reachOf(principal, readingProposals);
  return reach === 'whole' || areStationsAt(pool, targets, [...reach]);
}

/** Through the agents' doors everybody sees their own: a model that has a person's key is still a model. */
function seesAll({ principal, door }: Actor): boolean {
  return principal?.kind === 'person' && !isAgentsDoor(door);
}
