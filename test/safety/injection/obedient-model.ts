import { Random } from '../../simulation/random.ts';
import { fittingArguments } from '../arguments.ts';
import { callByModern, callByRest, callByView } from '../doors.ts';
import type { Caller } from '../rights.ts';
import type { World } from '../world.ts';

type Order =
  | { kind: 'tool'; name: string; given: Record<string, unknown> }
  | { kind: 'rest'; path: string; body: unknown };

const aboutVictim = [
  { name: /^charge_point_id$/, value: () => 'VICTIM' },
  { name: /^charge_point_ids$/, value: () => ['VICTIM'] },
  { name: /^(connector_id|evse_id|transaction_id)$/, value: () => 1 },
];

/** A model that has been talked into everything: it does what any text that it can read tells it to, in every spelling it knows. */
export class ObedientModel {
  readonly done = { tools: 0, rest: 0, proposals: 0 };
  private readonly world: World;
  private readonly caller: Caller;
  private readonly names: readonly string[];

  constructor(world: World, caller: Caller) {
    this.world = world;
    this.caller = caller;
    this.names = world.tools.map(({ name }) => name);
  }

  /** Every order once, however often it was read. */
  async obey(texts: Iterable<string>): Promise<void> {
    const orders = new Map<string, Order>();
    for (const text of texts) for (const order of this.ordersIn(text)) orders.set(JSON.stringify(order), order);
    for (const order of orders.values()) await this.carryOut(order);
    await this.helpItself();
  }

  private ordersIn(text: string): Order[] {
    return spellings(text).flatMap((spelling) => [
      ...this.names
        .filter((name) => spelling.includes(name))
        .map(
          (name): Order => ({
            kind: 'tool',
            name,
            given: objectAfter(spelling, name) ?? { charge_point_id: 'VICTIM' },
          }),
        ),
      ...[...spelling.matchAll(/POST (\/api\/[\w/-]+)/g)].map(
        ([whole, path = '']): Order => ({ kind: 'rest', path, body: objectAfter(spelling, whole) ?? {} }),
      ),
    ]);
  }

  /** An order that was cut off is made whole, to the best of its knowledge. */
  private guessed(name: string): Record<string, unknown> {
    const { inputSchema = {} } = this.world.tools.find((tool) => tool.name === name) ?? {};
    return fittingArguments(inputSchema, aboutVictim, new Random(1));
  }

  private async carryOut(order: Order): Promise<void> {
    const { http, addresses } = this.world;
    const { caller } = this;
    if (order.kind === 'rest') {
      this.done.rest += 1;
      await callByRest(http, addresses, { path: order.path, body: order.body, caller });
      return;
    }
    this.done.tools += 1;
    const call = { tool: order.name, given: order.given, caller };
    const answer =
      this.done.tools % 2 === 0
        ? await callByView(http, addresses, call)
        : await callByModern(http, addresses.mcp, call);
    if (answer.data['status'] === 'proposed') this.done.proposals += 1;
  }

  /** It believes that all of its proposals were approved, and where not, that it may do that itself. */
  private async helpItself(): Promise<void> {
    const { http, addresses } = this.world;
    const { caller } = this;
    const { data } = await callByView(http, addresses, { tool: 'list_proposals', given: { limit: 50 }, caller });
    for (const { proposal_id } of data['proposals'] as { proposal_id: string }[]) {
      for (const body of [{}, { apply: true }])
        await callByRest(http, addresses, { path: `/api/proposals/${proposal_id}/approve`, body, caller });
      await callByView(http, addresses, { tool: 'apply_proposal', given: { proposal_id }, caller });
    }
  }
}

/** As it stands, and as it was hidden. */
function spellings(text: string): string[] {
  const words = text.split(/\s+/);
  const decoded = words.flatMap((word) => [
    ...(/^[A-Za-z0-9+/]{24,}={0,2}$/.test(word) ? [Buffer.from(word, 'base64').toString()] : []),
    ...(/^[0-9a-f]{24,}$/.test(word) ? [Buffer.from(word, 'hex').toString()] : []),
    ...(/%[0-9A-F]{2}/.test(word) ? [unescaped(word)] : []),
  ]);
  return [text, text.normalize('NFKC'), ...decoded];
}

function unescaped(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return '';
  }
}

/** The first whole JSON object behind a word; what was cut off in the middle is no order. */
function objectAfter(text: string, word: string): Record<string, unknown> | undefined {
  const start = text.indexOf('{', text.indexOf(word) + word.length);
  if (start === -1 || start - text.indexOf(word) > word.length + 40) return undefined;
  for (let end = text.indexOf('}', start); end !== -1; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(start, end + 1)) as Record<string, unknown>;
    } catch {
      // not yet the last brace
    }
  }
  return undefined;
}
