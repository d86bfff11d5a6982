import type { DeviceIdentity } from '../boot.ts';
import type { Board, SimulatedTool, Vision } from '../device-tool.ts';
import { commonState, commonTools, userTools } from './common.ts';
import { lightTools } from './light.ts';
import { smallJpeg } from './small-jpeg.ts';

export type Moves = string[];

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

type Photo = { identity: DeviceIdentity; vision: Vision | undefined; question: string; photo: Uint8Array };

/** Hands a photo to whoever explains it, in pieces as the camera yields them: the question first, then the file. */
async function explainPhoto({ identity, vision, question, photo }: Photo): Promise<string> {
  if (vision === undefined) throw new Error('Image explain URL or token is not set');
  const boundary = '----ESP32_CAMERA_BOUNDARY';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const pieces = [
    Buffer.from(`${part('name="question"')}${question}\r\n`),
    Buffer.from(part('name="file"; filename="camera.jpg"\r\nContent-Type: image/jpeg')),
    photo.subarray(0, photo.length / 2),
    photo.subarray(photo.length / 2),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
  const response = await fetch(vision.url, {
    method: 'POST',
    headers: {
      'device-id': identity.id,
      'client-id': identity.clientId,
      ...(vision.token !== '' && { authorization: `Bearer ${vision.token}` }),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: ReadableStream.from(pieces),
    duplex: 'half', // of unknown length, so it goes in chunks
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`Failed to upload photo, status code: ${response.status}`);
  return text;
}
