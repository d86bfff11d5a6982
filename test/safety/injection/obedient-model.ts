import { type Answer, beginLegacy, callByLegacy, callByModern, callByRest, callByView } from '../doors.ts';
import type { Caller } from '../rights.ts';
import type { World } from '../world.ts';
import { type Order, ordersIn } from './orders.ts';
import type { Seen } from './seen.ts';

export const aboutVictim = [
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
    for (const text of texts)
      for (const order of ordersIn(text, this.world.tools, aboutVictim)) orders.set(JSON.stringify(order), order);
    return orders;
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
