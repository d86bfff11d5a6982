import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { asError, SigecError } from '#base/errors.ts';
import { canonicalJson } from '#base/json.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { actorName } from '#principals/actor.ts';
import { planAnswer } from '#tools/call-tool.ts';
import type { CallContext } from '#tools/context.ts';
import { validMs } from '#tools/proposals/proposal-life.ts';
import type { Registry } from '#tools/registry.ts';
import type { ToolAnswer } from '#tools/tool.ts';

export type ToolCall = { name: string; given: unknown; context: CallContext };
// oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
export type Exchange = { request: ServerContext; server: Server; era: 'legacy' | 'modern' };

type Proposal = Awaited<ReturnType<Registry['proposals']['get']>>;

/** What a person was asked, as the client gives it back to us: signed, and good for this call of this caller alone. */
type ElicitationState = { proposalId: string; hash: string; call: string; nonce: string };

const question = 'approval';
const callAnyTool = 'call_tool';

/** Lets people approve in the window of their agent, where their key allows that: one question, one answer, one execution. */
export class Approvals {
  /** Seals what goes through a client and has to come back unchanged. */
  readonly codec: RequestStateCodec;
  private readonly registry: Registry;
  private readonly used = new Map<string, number>();

  constructor({ registry, installationKey }: { registry: Registry; installationKey: Buffer }) {
    this.registry = registry;
    this.codec = createRequestStateCodec({
      key: new Uint8Array(hkdfSync('sha256', installationKey, '', 'mcp request state', 32)),
      ttlSeconds: validMs / 1000,
      bind: ({ mcpReq, http }) => `${mcpReq.method}\n${http?.authInfo?.clientId ?? ''}`,
    });
  }

  /** Refuses what is not ours, not this caller's, too old, or was used before. A call of a tool is refused by `settle`, which writes that down. */
  readonly verify = async (state: string, request: ServerContext): Promise<unknown> => {
    try {
      const asked = await this.codec.verify(state, request);
      if (isAsked(asked)) this.useOnce(asked.nonce);
      return asked;
    } catch (thrown) {
      if (request.mcpReq.method === 'tools/call') return wrongState;
      throw thrown;
    }
  };

  /** Asks the person when the answer of a call is a proposal that they may approve here; otherwise it is the answer. */
  async ask(call: ToolCall, answer: ToolAnswer, exchange: Exchange): Promise<ToolAnswer | InputRequiredResult> {
    const proposal = await this.proposalFor(call, answer, exchange);
    if (proposal === undefined) return answer;
    if (exchange.era === 'legacy') {
      const said = await askNow(exchange.request, proposal);
      return this.decide(call, proposal, said);
    }
    const asked: ElicitationState = {
      proposalId: proposal.id,
      hash: proposal.hash,
      call: digestOf(call),
      nonce: randomBytes(16).toString('base64url'),
    };
    return inputRequired({
      inputRequests: { [question]: inputRequired.elicit(questionAbout(proposal)) },
      requestState: await this.codec.mint(asked, exchange.request),
    });
  }

  /** The second half of a call of the newer era, which comes back with what the person said; undefined when it is a first half. */
  async settle(call: ToolCall, { request }: Exchange): Promise<ToolAnswer | undefined> {
    const asked = request.mcpReq.requestState();
    if (asked !== wrongState && !isAsked(asked)) return undefined;
    const { name, given, context } = call;
    try {
      if (asked === wrongState) throw notTaken('Invalid or expired requestState', { reason: 'invalid_request_state' });
      const answer = await this.answered(call, asked, request);
      // What was carried out has been written down as that.
      if (proposedIn(call, answer) !== undefined) await this.registry.note(name, given, context, { did: 'proposed' });
      return answer;
    } catch (thrown) {
      const error = thrown instanceof SigecError ? thrown : new SigecError('INVALID_INPUT', asError(thrown).message);
      await this.registry.note(name, given, context, { error });
      throw thrown;
    }
  }

  private async answered(call: ToolCall, asked: ElicitationState, request: ServerContext): Promise<ToolAnswer> {
    if (asked.call !== digestOf(call)) throw notTaken('What was asked belongs to another call.');
    const proposal = await this.registry.proposals.get(asked.proposalId, call.context.actor);
    if (proposal.hash !== asked.hash) throw new SigecError('CONFLICT', 'This is not what was asked. Propose it again.');
    const said = inputResponse(request.mcpReq.inputResponses, question);
    return this.decide(call, proposal, said.kind === 'elicit' ? said : undefined);
  }

  private async proposalFor(call: ToolCall, answer: ToolAnswer, exchange: Exchange): Promise<Proposal | undefined> {
    const { actor } = call.context;
    const id = proposedIn(call, answer);
    if (id === undefined || actor.principal?.approvesByElicitation !== true || !canElicit(exchange)) return undefined;
    const proposal = await this.registry.proposals.get(id, actor);
    // Whether the answer counts, policy decides; what it never lets count is not even asked.
    const isTheirs = proposal.proposedBy === actorName(actor);
    return isTheirs && proposal.state === 'proposed' && proposal.tier === 'R2' ? proposal : undefined;
  }

  private async decide(call: ToolCall, proposal: Proposal, said: ElicitationAnswer | undefined): Promise<ToolAnswer> {
    const { context } = call;
    const { actor } = context;
    const { proposals } = this.registry;
    if (said?.action === 'decline') {
      await proposals.deny(proposal.id, { actor, via: 'elicitation' });
      throw new SigecError('NOT_ALLOWED', 'The person declined: it is denied and was not done.');
    }
    if (said?.action !== 'accept' || said.content?.['approve'] !== true)
      return asCalled(call, proposal, waiting(proposal));
    await proposals.approve(proposal.id, { actor, via: 'elicitation', hash: proposal.hash });
    return asCalled(call, proposal, await this.registry.apply(proposal.id, context));
  }

  private useOnce(nonce: string): void {
    const now = Date.now();
    for (const [known, until] of this.used) if (until < now) this.used.delete(known);
    if (this.used.has(nonce)) throw new Error('used before');
    this.used.set(nonce, now + validMs);
  }
}

/** A state that is none of ours, or no longer good. */
const wrongState = Symbol('wrong state');

function notTaken(sentence: string, data?: object): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentence, data);
}

type ElicitationAnswer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, unknown> };

function isAsked(state: unknown): state is ElicitationState {
  return typeof state === 'object' && state !== null && 'proposalId' in state && 'nonce' in state;
}

/** Of the older era: the client is asked while its call waits. One that cannot answer leaves the proposal as it is. */
async function askNow({ mcpReq }: ServerContext, proposal: Proposal): Promise<ElicitationAnswer | undefined> {
  const asking = { method: 'elicitation/create', params: { mode: 'form', ...questionAbout(proposal) } } as const;
  const timeout = Math.max(1, Math.min(validMs, Date.parse(proposal.expiresAt) - Date.now()));
  try {
    return (await mcpReq.send(asking, { timeout, signal: mcpReq.signal })) as ElicitationAnswer;
  } catch {
    return undefined;
  }
}

/** Our own sentence, the tool that would really run, and what it would touch; nothing that a station or a driver wrote. */
function questionAbout({ title, tool, effect, targets, expiresAt }: Proposal) {
  // A target may hold a name that a station chose: the quotes keep it from speaking as we do.
  const shown = targets.slice(0, 10).map((target) => JSON.stringify(untrustedText(target, 80)));
  const more = targets.length > shown.length ? ` and ${targets.length - shown.length} more` : '';
  return {
    message: `${title} (${tool}): ${effect} It touches ${shown.join(', ')}${more}. It can be approved until ${expiresAt}.`,
    requestedSchema: {
      type: 'object' as const,
      properties: {
        approve: {
          type: 'boolean' as const,
          title: 'Approve',
          description: 'Yes: it is done now. No: it waits, and can be approved elsewhere.',
          default: false, // a window that is only clicked away approves nothing
        },
      },
      required: ['approve'],
    },
  };
}

/** The proposal that a call made, itself or through the tool that passes calls on. */
function proposedIn({ name }: ToolCall, { data }: ToolAnswer): string | undefined {
  const told = name === callAnyTool ? data['data'] : data;
  const { status, proposal_id: id } = (told ?? {}) as { status?: unknown; proposal_id?: unknown };
  return status === 'proposed' && typeof id === 'string' ? id : undefined;
}

function waiting({ id, title, expiresAt, targets, effect, details }: Proposal): ToolAnswer {
  const facts = { proposal_id: id, expires_at: expiresAt, targets, effect, details };
  return planAnswer({ title }, { status: 'proposed', ...facts });
}

/** In the shape that the called tool answers in. */
function asCalled({ name }: ToolCall, { tool }: Proposal, { text, data }: ToolAnswer): ToolAnswer {
  return name === callAnyTool ? { text, data: { tool, text, data } } : { text, data };
}

function digestOf({ name, given, context }: ToolCall): string {
  const { pack, isReadOnly, sessionId } = context;
  const call = [name, given ?? {}, pack ?? null, isReadOnly ?? false, sessionId ?? null];
  return createHash('sha256').update(canonicalJson(call)).digest('base64url');
}

type Envelope = { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities };

function envelopeOf({ mcpReq }: ServerContext): Envelope {
  return mcpReq.envelope ?? {};
}

/** Whether the client can show a form; those of before the modes were told apart declare an empty object. */
function canElicit({ request, server, era }: Exchange): boolean {
  const declared =
    era === 'modern' ? envelopeOf(request)[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities(); // oxlint-disable-line typescript/no-deprecated -- the older era has no other
  const { elicitation } = declared ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}
