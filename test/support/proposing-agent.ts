import type { CreatedKey, NewKey } from '../../src/contract/agents/principal.ts';
import { type ConnectedClient, connect, modernClient } from './mcp-client.ts';
import type { TestSigec } from './sigec.ts';

/** Where keys are made, and where agents connect. */
export type AgentsPlace = { api: Pick<TestSigec['api'], 'post'>; addresses: { mcp: string } };

export type Proposed = { status: string; proposal_id: string; targets: string[]; effect: string; details: object };
export type Called = { isError?: boolean; structuredContent?: Record<string, unknown> };

export type ProposingAgent = AsyncDisposable & {
  secret: string;
  keyId: string;
  client: ConnectedClient;
  /** A hard reset, unless it is said otherwise. */
  proposeReset(stationId: string, given?: Record<string, unknown>): Promise<Proposed>;
  apply(proposalId: string): Promise<Called>;
};

/** Whoever holds a key and speaks MCP with the product; by default an agent. */
export async function proposingAgent(sigec: AgentsPlace, wanted: Partial<NewKey> = {}): Promise<ProposingAgent> {
  const body = { kind: 'agent', role: 'operator', name: 'Scout', ...wanted };
  const { key, secret } = await sigec.api.post<CreatedKey>('/api/keys', body);
  const client = await connect(sigec.addresses.mcp, modernClient, secret);
  const call = async (name: string, given: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: given })) as Called;
  return {
    client,
    secret,
    keyId: key.id,
    async proposeReset(stationId, given = {}) {
      const asked = { charge_point_id: stationId, type: 'hard', wait_seconds: 60, ...given };
      return (await call('reset_charge_point', asked)).structuredContent as Proposed;
    },
    apply: (proposal_id) => call('apply_proposal', { proposal_id }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
