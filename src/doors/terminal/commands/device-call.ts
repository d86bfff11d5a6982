import { writeFile } from 'node:fs/promises';
import { SigecError } from '#base/errors.ts';
import { deviceApi } from '#contract/api/devices.ts';
import type { DeviceAnswer } from '#contract/devices/device.ts';
import { openApi } from '../api.ts';
import { done, failed, refusedByStation, stationOffline } from '../exit-code.ts';
import { deviceIdOf, toolNamed } from '../find-device.ts';
import { json } from '../json.ts';
import { readNumber, readObject } from '../read-input.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type DeviceCallOptions = ServerOptions & {
  json?: boolean;
  what: string;
  tool: string;
  arguments: string;
  timeout?: string;
  save?: string;
};

/** Has a device do something, and says the outcome. */
export async function deviceCall(terminal: Terminal, options: DeviceCallOptions): Promise<number> {
  const given = readObject(terminal, { name: 'JSON', value: options.arguments });
  const timeoutSeconds =
    options.timeout === undefined ? 30 : readNumber(terminal, { name: '--timeout', value: options.timeout }, [1, 300]);
  const api = openApi(terminal, options);
  const id = await deviceIdOf(terminal, api, options.what);
  const { tools } = await api.call(deviceApi.get, { params: { id } });
  const tool = toolNamed(tools, options.tool)?.name ?? options.tool;
  const answer = await api.call(deviceApi.call, {
    params: { id, tool },
    body: { arguments: given, timeoutSeconds },
    waitSeconds: timeoutSeconds,
  });
  if (options.save !== undefined) await saveImage(terminal, answer, options.save);
  tell(terminal, options, answer);
  return exitCodes[answer.status];
}

const exitCodes = {
  done,
  failed: refusedByStation,
  'no-answer': failed,
  busy: failed,
  offline: stationOffline,
} satisfies Record<DeviceAnswer['status'], number>;

async function saveImage({ text }: Terminal, { images, status }: DeviceAnswer, file: string): Promise<void> {
  const [image] = images;
  if (image !== undefined) return writeFile(file, Buffer.from(image.data, 'base64'));
  if (status === 'done') throw new SigecError('INVALID_INPUT', text.device.noImage);
}

function tell(terminal: Terminal, { json: asJson, save }: DeviceCallOptions, answer: DeviceAnswer): void {
  const { paint, text } = terminal;
  if (asJson) return terminal.out(json(answer));
  if (answer.status !== 'done')
    terminal.err(paint('bad', visible(answer.reason ?? text.device.answers[answer.status])));
  if (answer.text !== null && answer.text !== '') terminal.out(answer.text.split('\n').map(visible).join('\n'));
  for (const [index, { mimeType, data }] of answer.images.entries()) {
    const bytes = Buffer.byteLength(data, 'base64');
    terminal.err(
      index === 0 && save !== undefined ? text.device.saved(save) : text.device.image(visible(mimeType), bytes),
    );
  }
}
