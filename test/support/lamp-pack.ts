import { z } from 'zod';
import type { Pack } from '../../src/tools/pack.ts';
import { defineTool, type Tool } from '../../src/tools/tool.ts';

export type Lamp = { isOn: boolean; switched: number; breaks: 'never' | 'at-once' };

/** One lamp that needs a person to be switched, and an administrator to be blown up: effects that a test can count. */
export function lampPack(): { pack: Pack; lamp: Lamp } {
  const lamp: Lamp = { isOn: false, switched: 0, breaks: 'never' };
  const tools = [lampTool('switch_lamp', 'R2', lamp), lampTool('blow_lamp_up', 'R3', lamp)];
  return {
    lamp,
    pack: { name: 'lamps', title: 'Lamps', instructions: '', levels: [{ name: 'all', about: 'All' }], tools },
  };
}

function lampTool(name: string, tier: 'R2' | 'R3', lamp: Lamp): Tool {
  return defineTool({
    name,
    tier,
    title: 'Switch the lamp',
    category: 'lamps',
    level: 'all',
    description: 'Switches the only lamp there is. Use it to see what waits for a person; it answers how the lamp is.',
    input: z.object({ note: z.string().max(200).optional().describe('Whatever you want to say') }),
    output: z.object({ is_on: z.boolean() }),
    subject: () => 'LAMP-1',
    plan: ({ note }) =>
      Promise.resolve({
        targets: ['station:LAMP-1'],
        effect: lamp.isOn ? 'Switches the lamp off.' : 'Switches the lamp on.',
        details: { note: note ?? null },
        preconditions: { is_on: lamp.isOn },
      }),
    run() {
      if (lamp.breaks === 'at-once') return Promise.reject(new Error('the bulb is broken'));
      lamp.isOn = !lamp.isOn;
      lamp.switched += 1;
      return Promise.resolve({ text: 'The lamp was switched.', data: { is_on: lamp.isOn } });
    },
  });
}
