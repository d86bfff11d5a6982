import type { Conversation } from '#assistant/conversation/conversation-store.ts';
import { asError, SigecError } from '#base/errors.ts';
import type { Principal } from '#contract/agents/principal.ts';
import type { Proposal } from '#contract/agents/proposal.ts';
import { proposalApi } from '#contract/api/proposals.ts';
import type { Api } from '../api.ts';
import { effectLine, proposalLines, proposalTones, resultLines } from '../proposal-lines.ts';
import type { Terminal } from '../terminal.ts';
import { fullTime } from '../times.ts';
import { indented, visible } from '../visible.ts';
import { LiveLine } from './live-line.ts';

type Needs = { terminal: Terminal; api: Api; me: Principal | null; isAttended: boolean };

/** The outcome, in words for whoever goes on with the conversation. */
type Decided = { state: 'waiting' } | { state: 'decided'; note: string };

/**
 * A person decides about what their agent proposed, with their own key and never the agent's. What many stations hang upon (R3) is decided
 * outside the conversation. Returns how many still wait.
 */
export async function decideProposals(
  needs: Needs,
  ids: readonly string[],
  conversation: Conversation,
): Promise<number> {
  let waiting = 0;
  for (const id of ids) {
    const decided = await decideOne(needs, id);
    if (decided.state === 'waiting') waiting += 1;
    else addNote(conversation, decided.note);
  }
  return waiting;
}

async function decideOne({ terminal, api, me, isAttended }: Needs, id: string): Promise<Decided> {
  const { text, command, paint } = terminal;
  const { proposals } = text.chat;
  const elsewhere = (why: string): Decided => {
    terminal.err(paint('warning', `${why} ${proposals.elsewhere(`${command} proposal approve ${id} --apply`)}`));
    return { state: 'waiting' };
  };
  if (!isAttended) return elsewhere(proposals.waits);
  if (me?.kind !== 'person') return elsewhere(proposals.needsPerson);
  const found = await read(api, id);
  if (found instanceof SigecError) return elsewhere(visible(found.message));
  // Approved in the meantime, or by the person as the server asked: nothing is left to decide.
  if (found.state !== 'proposed') return { state: 'decided', note: noteOf(found) };
  if (found.proposedBy === me.id) return elsewhere(proposals.sameKey(`${command} key create`));
  if (found.tier === 'R3') return elsewhere(proposals.isLarge);
  return askOne(terminal, api, found);
}

async function askOne(terminal: Terminal, api: Api, shown: Proposal): Promise<Decided> {
  const { text, paint, input } = terminal;
  const { proposals } = text.chat;
  const targets = shown.targets.map(visible).join(', ');
  terminal.err(`  ${paint('warning', '⏸')} ${paint('strong', `${visible(shown.title)}  ${targets}`)}`);
  terminal.err(`    ${effectLine(terminal, shown)}`);
  terminal.err(`    ${paint('quiet', proposals.validUntil(fullTime(terminal, shown.expiresAt)))}`);
  for (;;) {
    const answer = (await input.line(`    ${proposals.ask} `))?.trim() ?? '';
    if (proposals.letters.details.test(answer)) {
      terminal.err(indented(proposalLines(terminal, shown), 4));
      continue;
    }
    if (proposals.letters.no.test(answer)) {
      const denied = await orProblem(terminal, api.call(proposalApi.deny, { params: { id: shown.id }, body: {} }));
      if (denied !== undefined) terminal.err(`    ${text.proposal.denied}`);
      return denied === undefined ? { state: 'waiting' } : { state: 'decided', note: noteOf(denied) };
    }
    if (!proposals.letters.yes.test(answer)) {
      terminal.err(`    ${paint('quiet', proposals.later)}`);
      return { state: 'waiting' };
    }
    return carryOut(terminal, api, shown);
  }
}

/** Exactly what was shown: its hash goes along. A station may take its time to answer. */
async function carryOut(terminal: Terminal, api: Api, { id, hash }: Proposal): Promise<Decided> {
  const { text, paint } = terminal;
  const live = new LiveLine(terminal);
  live.show(() => text.chat.proposals.carryingOut);
  const ended = await orProblem(
    terminal,
    api.call(proposalApi.approve, { params: { id }, body: { hash, apply: true } }).finally(() => live.clear()),
  );
  if (ended === undefined) return { state: 'waiting' };
  const why = ended.reason === null ? '' : `: ${visible(ended.reason)}`;
  terminal.out(`  ${paint(proposalTones[ended.state], `${text.proposal.states[ended.state]}${why}`)}`);
  const lines = resultLines(terminal, ended);
  if (lines.length > 0) terminal.out(indented(lines.slice(1), 2));
  return { state: 'decided', note: noteOf(ended) };
}

async function orProblem(terminal: Terminal, asked: Promise<Proposal>): Promise<Proposal | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof SigecError)) throw error;
    terminal.err(terminal.paint('bad', `    ${visible(error.message)}`));
    return undefined;
  }
}

async function read(api: Api, id: string): Promise<Proposal | SigecError> {
  try {
    return await api.call(proposalApi.get, { params: { id } });
  } catch (error) {
    return error instanceof SigecError ? error : new SigecError('INTERNAL', asError(error).message);
  }
}

function noteOf({ id, tool, targets, state, reason, result }: Proposal): string {
  const why = reason === null ? '' : ` Reason: ${reason}.`;
  const outcome = result === null ? '' : ` Result: ${result.text}`;
  return `Proposal ${id} (${tool} for ${targets.join(', ')}) is now "${state}", as the person decided.${why}${outcome}`;
}

/** The conversation goes on knowing it; as part of the answer, since nobody wished for anything. */
function addNote({ messages }: Conversation, note: string): void {
  const last = messages.at(-1);
  if (last?.role === 'assistant') last.text = `${last.text}\n\n[${note}]`;
  else messages.push({ role: 'assistant', text: `[${note}]`, calls: [] });
}
