import { expect, test } from 'vitest';
import { midnight } from '../testing/example-site.ts';
import type { MadePlan } from './site-memory.ts';
import { tellBattery } from './tell-battery.ts';

const made = (setpointTopic: string | null, isKnown = true) =>
  ({
    inputs: { settings: { battery: { setpointTopic } }, battery: isKnown ? {} : null },
    outcome: { plan: { batteryW: [-4_200.4, 0] } },
  }) as unknown as MadePlan;

function told(plan: MadePlan, hasBroker = true) {
  const messages: [string, unknown][] = [];
  const problem = tellBattery(
    {
      publishToBroker(topic, message) {
        if (hasBroker) messages.push([topic, JSON.parse(message)]);
        return hasBroker;
      },
    },
    plan,
    midnight,
  );
  return { messages, problem: problem?.code ?? null };
}

test('a battery hears what it should do, and for how long', () => {
  const until = new Date(midnight + 900_000).toISOString();
  expect(told(made('site/battery'))).toEqual({
    messages: [['site/battery', { powerW: -4_200, until }]],
    problem: null,
  });
});

test('without a topic, or a level that is known, nothing is told; without a broker somebody hears so', () => {
  expect(told(made(null))).toEqual({ messages: [], problem: null });
  expect(told(made('site/battery', false))).toEqual({ messages: [], problem: null });
  expect(told(made('site/battery'), false)).toEqual({ messages: [], problem: 'battery-no-broker' });
});
