import { expect, test } from 'vitest';
import { openAgentRooms } from '../../../../test/support/agent-door.ts';
import { makeCsr } from '../../../../test/support/csr.ts';
import { apply, approved, callTool } from '../../../../test/support/tool-calls.ts';

test('a contract is found by an agent, and revoked once an administrator has approved', async () => {
  await using door = await openAgentRooms();
  const { plugAndCharge } = door.charging;
  const csr = await makeCsr('CN=WVWAGENT1');
  const person = { door: 'test', principal: { kind: 'person', id: 'p', name: 'Ana' } } as never;
  await plugAndCharge.registerVehicle({ csr }, person);
  const { id } = await plugAndCharge.issue({ pcid: 'WVWAGENT1' }, person);
  const look = async () => (await callTool(door, 'list_contracts', {})).data['contracts'] as object[];
  expect(await look()).toMatchObject([{ contract_id: id, state: 'waiting', vehicle: 'WVWAGENT1' }]);
  const proposalId = await approved(door, 'revoke_contract', { contract_id: id });
  expect(await look()).toMatchObject([{ state: 'waiting' }]); // approved is not yet applied
  expect((await apply(door, proposalId)).result).toMatchObject({ contract_id: id });
  expect(await look()).toMatchObject([{ state: 'revoked' }]);
  await expect(
    callTool(door, 'revoke_contract', { contract_id: '0197a1f0-0000-4000-8000-000000000001' }),
  ).rejects.toThrow(/no such contract/);
});
