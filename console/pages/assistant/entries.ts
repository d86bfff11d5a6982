import type { ApprovalChoice, AssistantEvent, AssistantMessage, Subject } from '#contract/agents/assistant.ts';
import { isRecord, parsedJson } from '../../parts/json.ts';

type EventOf<Type extends AssistantEvent['type']> = Extract<AssistantEvent, { type: Type }>;
export type ApprovalQuestion = EventOf<'approval-asked'>['question'];
export type ServerQuestion = EventOf<'question-asked'>['question'];
export type Ending = EventOf<'ended'>['ending'];

/** What a person sees of a conversation, in order. `over`: the answer ended before anybody decided. */
export type Entry = { key: string } & (
  | { kind: 'question'; text: string; about: readonly Subject[] }
  | { kind: 'text'; text: string }
  | CallEntry
  | { kind: 'approval'; question: ApprovalQuestion; decision: ApprovalChoice | 'waiting' | 'over' }
  | {
      kind: 'form';
      question: ServerQuestion;
      action: EventOf<'question-answered'>['action'] | 'waiting' | 'over';
    }
  | { kind: 'proposal'; id: string }
  | { kind: 'note'; about: 'warning' | 'retrying' | 'compacted'; text: string }
  | { kind: 'ending'; ending: Ending }
);

type CallEntry = {
  kind: 'call';
  id: string;
  tool: string;
  /** As the tool calls itself; null: it was not told. */
  title: string | null;
  given: Record<string, unknown>;
  state: 'running' | 'done' | 'failed';
  progress: string | null;
  text: string | null;
  tookMs: number | null;
};
export type Call = Extract<Entry, { kind: 'call' }>;

/** What was said before, as it is kept. */
export function entriesOf(messages: readonly AssistantMessage[]): Entry[] {
  let entries: Entry[] = [];
  for (const message of messages) entries = withMessage(entries, message);
  return entries.map((entry) =>
    entry.kind === 'call' && entry.state === 'running' ? { ...entry, state: 'failed' } : entry,
  );
}

function withMessage(entries: readonly Entry[], message: AssistantMessage): Entry[] {
  switch (message.role) {
    case 'user':
      return added(entries, { kind: 'question', text: message.text, about: message.about ?? [] });
    case 'assistant': {
      const said = message.text === '' ? [...entries] : added(entries, { kind: 'text', text: message.text });
      return message.calls.reduce(
        (all, { id, name, arguments: given }) => added(all, callEntry(id, { name, given })),
        said,
      );
    }
    case 'tool': {
      const { callId, isError, text, tookMs = null } = message;
      const ended = withCall(entries, callId, { state: isError ? 'failed' : 'done', text, tookMs });
      const id = proposalIn(text);
      return id === null ? ended : withProposal(ended, id);
    }
  }
}

/** The same while an answer comes about. */
export function withEvent(entries: readonly Entry[], event: AssistantEvent): Entry[] {
  switch (event.type) {
    case 'asked':
      return added(entries, { kind: 'question', text: event.text, about: event.about });
    case 'text':
      return withText(entries, event.text);
    case 'call-started': {
      const { call, tool, title } = event;
      return added(entries, { ...callEntry(call.id, { name: tool, given: call.arguments }), title });
    }
    case 'call-progress': {
      const { callId, done, total, about } = event;
      const amount = total === undefined ? String(done) : `${done}/${total}`;
      return withCall(entries, callId, { progress: about ?? amount });
    }
    case 'call-ended': {
      const { callId, isError, text, tookMs } = event;
      return withCall(entries, callId, { state: isError ? 'failed' : 'done', text, tookMs, progress: null });
    }
    case 'approval-asked':
      return added(entries, { kind: 'approval', question: event.question, decision: 'waiting' });
    case 'approval-decided':
      return entries.map((entry) =>
        entry.kind === 'approval' && entry.question.id === event.id ? { ...entry, decision: event.decision } : entry,
      );
    case 'question-asked':
      return added(entries, { kind: 'form', question: event.question, action: 'waiting' });
    case 'question-answered':
      return entries.map((entry) =>
        entry.kind === 'form' && entry.question.id === event.id ? { ...entry, action: event.action } : entry,
      );
    case 'proposal-made':
      return withProposal(entries, event.proposal.id);
    case 'warning':
      return added(entries, { kind: 'note', about: 'warning', text: event.text });
    case 'retrying':
      return added(entries, { kind: 'note', about: 'retrying', text: event.reason });
    case 'compacted':
      return added(entries, { kind: 'note', about: 'compacted', text: '' });
    case 'ended':
      return added(entries.map(over), { kind: 'ending', ending: event.ending });
  }
}

/** Nothing is waited for once the answer has ended. */
function over(entry: Entry): Entry {
  if (entry.kind === 'call' && entry.state === 'running') return { ...entry, state: 'failed', progress: null };
  if (entry.kind === 'approval' && entry.decision === 'waiting') return { ...entry, decision: 'over' };
  return entry.kind === 'form' && entry.action === 'waiting' ? { ...entry, action: 'over' } : entry;
}

function callEntry(id: string, { name, given }: { name: string; given: Record<string, unknown> }): CallEntry {
  // What was called by way of call_tool is what was called.
  const { name: inner, arguments: innerGiven } = given;
  const isThrough = bareName(name) === 'call_tool' && typeof inner === 'string' && isRecord(innerGiven);
  return {
    kind: 'call',
    id,
    title: null,
    state: 'running',
    progress: null,
    text: null,
    tookMs: null,
    tool: isThrough ? inner : bareName(name),
    given: isThrough ? innerGiven : given,
  };
}

/** Models see tools by the name of their server and their own. */
function bareName(name: string): string {
  return name.split('__').at(-1) ?? name;
}

function withText(entries: readonly Entry[], text: string): Entry[] {
  const last = entries.at(-1);
  if (last?.kind === 'text') return [...entries.slice(0, -1), { ...last, text: last.text + text }];
  return added(entries, { kind: 'text', text });
}

function withCall(entries: readonly Entry[], id: string, part: Partial<CallEntry>): Entry[] {
  const at = entries.findLastIndex((entry) => entry.kind === 'call' && entry.id === id);
  return entries.map((entry, index) => (index === at ? ({ ...entry, ...part } as Entry) : entry));
}

function withProposal(entries: readonly Entry[], id: string): Entry[] {
  const isThere = entries.some((entry) => entry.kind === 'proposal' && entry.id === id);
  return isThere ? [...entries] : added(entries, { kind: 'proposal', id });
}

type Without<Each> = Each extends Entry ? Omit<Each, 'key'> : never;

/** Entries are only ever added, so their place is their name. */
function added(entries: readonly Entry[], entry: Without<Entry>): Entry[] {
  return [...entries, { ...entry, key: `${entries.length}-${entry.kind}` }];
}

/** What a tool of ours answered with in place of an effect; its sentence stands before its data. */
function proposalIn(text: string): string | null {
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('\n{', at + 1)) {
    const read = parsedJson(text.slice(at));
    if (!isRecord(read)) continue;
    const data = isRecord(read['data']) && typeof read['tool'] === 'string' ? read['data'] : read;
    const { status, proposal_id: id } = data;
    return status === 'proposed' && typeof id === 'string' ? id : null;
  }
  return null;
}
