import type { Board } from '../board.ts';
import type { SimulatedTool } from '../device-tool.ts';
import { explainPhoto } from '../explain-photo.ts';
import { commonState, commonTools, userTools } from './common.ts';
import { lightTools } from './light.ts';
import { smallJpeg } from './small-jpeg.ts';

/** What a robot has done, in order. */
export type Moves = string[];

/** A dog on four servos, with a lamp. */
export function dogBoard(): Board & { moves: Moves } {
  const moves: Moves = [];
  return {
    name: 'sigec-dog',
    moves,
    tools: [
      ...commonTools(commonState()),
      ...dogTools(moves),
      ...lightTools({ isOn: false, r: 0, g: 0, b: 0 }),
      ...userTools(),
    ],
  };
}

/** A small car with a camera. */
export function chassisBoard(): Board & { moves: Moves } {
  const moves: Moves = [];
  return {
    name: 'sigec-chassis',
    moves,
    tools: [
      ...commonTools(commonState()),
      ...photoTools(),
      ...chassisTools(moves),
      ...cameraTools(moves),
      ...userTools(),
    ],
  };
}

export function dogTools(moves: Moves): SimulatedTool[] {
  return [{ name: 'self.dog.forward', description: 'The robot walks forward', run: () => moved(moves, 'forward') }];
}

export function chassisTools(moves: Moves): SimulatedTool[] {
  return [
    { name: 'self.chassis.go_forward', description: 'Drives forward', run: () => moved(moves, 'go_forward') },
    {
      name: 'self.chassis.switch_light_mode',
      description: 'Switches the light mode, 1 to 6',
      properties: { light_mode: { type: 'integer', minimum: 1, maximum: 6 } },
      run: ({ light_mode }) => moved(moves, `light_mode ${light_mode}`),
    },
  ];
}

export function cameraTools(moves: Moves): SimulatedTool[] {
  return [
    {
      name: 'self.camera.set_camera_flipped',
      description: 'Turns the picture of the camera upside down, and back',
      run: () => moved(moves, 'flipped'),
    },
  ];
}

function photoTools(): SimulatedTool[] {
  return [
    {
      name: 'self.camera.take_photo',
      description: 'Takes a photo and answers a question about it',
      properties: { question: { type: 'string' } },
      run: ({ question }, { identity, vision }) =>
        explainPhoto({ identity, vision, question: String(question), photo: smallJpeg }),
    },
  ];
}

function moved(moves: Moves, move: string): boolean {
  moves.push(move);
  return true;
}
