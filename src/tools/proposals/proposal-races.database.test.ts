import { expect, test } from 'vitest';
import {
  administrator,
  agent,
  approved,
  openRegistry,
  operator,
  propose,
  street,
  streetTool,
} from '../../../test/support/tool-registry.ts';

test('of many who apply at once one does, of apply and cancel or deny one wins', async () => {
  const here = street();
  await using at = await openRegistry({ tools: [streetTool(here)] });
  const { registry } = at;
  for (let round = 0; round < 10; round += 1) {
    const id = await approved(at);
    here.runs.length = 0;
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => registry.apply(id, agent)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(here.runs).toHaveLength(1);
  }
  for (const against of ['cancel', 'deny'] as const) {
    for (let round = 0; round < 10; round += 1) {
      const id = await approved(at);
      here.runs.length = 0;
      const taking = () =>
        against === 'cancel'
          ? registry.proposals.cancel(id, agent.actor)
          : registry.proposals.deny(id, { actor: operator, via: 'console' });
      const both = [() => registry.apply(id, agent), taking];
      const begun = (round % 2 === 0 ? both : both.toReversed()).map((begin) => begin());
      const ends = await Promise.allSettled<unknown>(begun);
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { state } = await registry.proposals.get(id, operator);
      expect(here.runs).toHaveLength(state === 'applied' ? 1 : 0);
    }
  }
  expect((await at.chains()).map(({ isWhole }) => isWhole)).toEqual([true]);
});

test('of approve and deny at once the no holds, and two who approve are one approval', async () => {
  await using at = await openRegistry({ tools: [streetTool(street())] });
  const { proposals } = at.registry;
  for (let round = 0; round < 10; round += 1) {
    const id = await propose(at);
    const both = [
      () => proposals.approve(id, { actor: operator, via: 'console' }),
      () => proposals.deny(id, { actor: administrator, via: 'rest' }),
    ];
    await Promise.allSettled((round % 2 === 0 ? both : both.toReversed()).map((begin) => begin()));
    expect(await proposals.get(id, operator)).toMatchObject({ state: 'denied', decidedBy: 'person-2' });
    await expect(at.registry.apply(id, agent)).rejects.toThrow('A person has denied it');

    const twice = await propose(at);
    const ends = await Promise.allSettled(
      [operator, administrator].map((who) => proposals.approve(twice, { actor: who, via: 'console' })),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await at.registry.apply(twice, agent)).data['status'], 'its seal is whole').toBe('done');
  }
});
