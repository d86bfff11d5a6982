import type { Board, SimulatedTool } from '../device-tool.ts';
import { commonState, commonTools, userTools } from './common.ts';

export type Light = { isOn: boolean; r: number; g: number; b: number };

export function lightBoard(): Board & { light: Light } {
  const light: Light = { isOn: false, r: 0, g: 0, b: 0 };
  return { name: 'sigec-light', light, tools: [...commonTools(commonState()), ...lightTools(light), ...userTools()] };
}

const channel = { type: 'integer', minimum: 0, maximum: 255 } as const;

export function lightTools(light: Light): SimulatedTool[] {
  return [
    {
      name: 'self.light.set_rgb',
      description: 'Sets the RGB colour',
      properties: { r: channel, g: channel, b: channel },
      run({ r, g, b }) {
        Object.assign(light, { isOn: true, r, g, b });
        return true;
      },
    },
    {
      name: 'self.light.turn_off',
      description: 'Turns the light off',
      run() {
        light.isOn = false;
        return true;
      },
    },
  ];
}
