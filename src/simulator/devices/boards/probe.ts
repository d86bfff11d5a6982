import { setTimeout as pause } from 'node:timers/promises';
import type { Board, SimulatedTool } from '../device-tool.ts';
import { commonState, commonTools, userTools } from './common.ts';
import { type Light, lightTools } from './light.ts';
import { cameraTools, chassisTools, dogTools, type Moves } from './robots.ts';

const extraTools = 40;

/** Every oddity on one board: fifty tools that make three pages, a slow one, one that hangs, one whose complaint is no JSON. */
export function probeBoard({ secondMs = 1000 }: { secondMs?: number } = {}): Board & { light: Light; moves: Moves } {
  const light: Light = { isOn: false, r: 0, g: 0, b: 0 };
  const moves: Moves = [];
  return {
    name: 'sigec-probe',
    light,
    moves,
    tools: [
      ...commonTools(commonState()),
      ...dogTools(moves),
      ...lightTools(light),
      ...chassisTools(moves),
      ...cameraTools(moves),
      ...oddTools,
      ...Array.from({ length: extraTools }, (_, index) => extraTool(index)),
      ...userTools(),
      {
        name: 'self.probe.hang',
        description: 'Never comes back.',
        isForUsersOnly: true,
        run: () => new Promise(() => {}),
      },
      {
        name: 'self.probe.slow',
        description: 'Takes a while.',
        properties: { seconds: { type: 'integer', minimum: 0, maximum: 60, default: 2 } },
        isForUsersOnly: true,
        async run({ seconds }) {
          await pause(Number(seconds) * secondMs);
          return true;
        },
      },
    ],
  };
}

const oddTools: readonly SimulatedTool[] = [
  {
    name: 'self.servo.turn',
    description: 'Turns a servo that is stuck.',
    run() {
      throw new Error('servo "A" jammed');
    },
  },
  {
    name: 'self.led_strip.blink',
    description: 'Blinks, once unless told otherwise, and tells how often.',
    properties: { times: { type: 'integer', minimum: 1, maximum: 10, default: 1 } },
    run: ({ times }) => Number(times),
  },
];

/** As long as it takes to fill pages of 25, 21 and 4 tools. */
function extraTool(index: number): SimulatedTool {
  return {
    name: `self.extra.t${index}`,
    description: `Extra tool ${index}: ${'a board that has many tools has to list them on several sheets. '.repeat(3)}`,
    properties: { level: { type: 'integer', minimum: 0, maximum: 100 } },
    run: ({ level }) => Number(level),
  };
}
