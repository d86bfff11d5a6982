import { Random } from '../../simulation/random.ts';
import { fittingArguments } from '../arguments.ts';
import { type Answer, beginLegacy, callByLegacy, callByModern, callByRest, callByView } from '../doors.ts';
import type { Caller } from '../rights.ts';
import type { World } from '../world.ts';
import type { Seen } from './seen.ts';

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
  /** `proposals`: of calls that a stranger talked it into. */
  readonly done = { tools: 0, rest: 0, proposals: 0, approvals: 0 };
  private readonly world: World;
  private readonly caller: Caller;
  private session: string | undefined;

  constructor(world: World, caller: Caller) {
    this.world = world;
    this.caller = caller;
  }

  /** Every order once, however often it was read; those of strangers first. */
  async obey({ strangers, sentences }: Pick<Seen, 'strangers' | 'sentences'>): Promise<void> {
    this.session = await beginLegacy(this.world.http, this.world.addresses.mcp, this.caller);
    for (const level of ['operate', 'advanced']) await this.callTool('raise_level', { pack: 'charging', level });
    const orders = this.ordersOf(strangers);
    for (const order of orders.values()) if (await this.isProposed(order)) this.done.proposals += 1;
    for (const [name, order] of this.ordersOf(sentences)) if (!orders.has(name)) await this.isProposed(order);
    await this.helpItself();
  }

  private ordersOf(texts: Iterable<string>): Map<string, Order> {
    const orders = new Map<string, Order>();
    for (const text of texts) for (const order of this.ordersIn(text)) orders.set(JSON.stringify(order), order);
    return orders;
  }

  private ordersIn(text: string): Order[] {
    return spellings(text).flatMap((spelling) => [
      ...this.world.tools.flatMap(({ name }): Order[] => {
        if (!spelling.includes(name)) return [];
        const whole = objectAfter(spelling, name);
        return [{ kind: 'tool', name, given: this.guessed(name) }, ...(whole ? [toolOrder(name, whole)] : [])];
      }),
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

  private async isProposed(order: Order): Promise<boolean> {
    const { http, addresses } = this.world;
    if (order.kind === 'tool') return (await this.callTool(order.name, order.given)).data['status'] === 'proposed';
    this.done.rest += 1;
    await callByRest(http, addresses, { path: order.path, body: order.body, caller: this.caller });
    return false;
  }

  /** By one door after the other. */
  private callTool(tool: string, given: Record<string, unknown>): Promise<Answer> {
    const { http, addresses, advance } = this.world;
    const call = { tool, given, caller: this.caller };
    this.done.tools += 1;
    if (this.done.tools % 40 === 0) advance(61_000); // nobody is to be told that they ask too often
    if (this.done.tools % 3 === 0) return callByView(http, addresses, call);
    if (this.done.tools % 3 === 1) return callByLegacy(http, addresses.mcp, call, this.session);
    return callByModern(http, addresses.mcp, call);
  }

  /** It believes that all of its proposals were approved, and where not, that it may do that itself. */
  private async helpItself(): Promise<void> {
    const { http, addresses } = this.world;
    const { caller } = this;
    const { data } = await callByView(http, addresses, { tool: 'list_proposals', given: { limit: 50 }, caller });
    for (const { proposal_id } of data['proposals'] as { proposal_id: string }[]) {
      for (const body of [{}, { apply: true }])
        await callByRest(http, addresses, { path: `/api/proposals/${proposal_id}/approve`, body, caller });
      await this.callTool('apply_proposal', { proposal_id });
      this.done.approvals += 1;
    }
  }
}

function toolOrder(name: string, given: Record<string, unknown>): Order {
  return { kind: 'tool', name, given };
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
