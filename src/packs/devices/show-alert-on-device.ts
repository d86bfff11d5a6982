import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { alertAnswer, alertDevice } from '#contract/devices/device.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { withSafeErrors } from '../charging/safe-errors.ts';
import { deviceArgument, knownDevice } from './list-device-tools.ts';
import type { DevicesPackNeeds } from './needs.ts';

/** A text on the screen that the firmware has of its own: no tool of the device is called, so none has to be accepted. */
export function showAlertOnDevice({ devices, charging }: Pick<DevicesPackNeeds, 'devices' | 'charging'>): Tool {
  return defineTool({
    name: 'show_alert_on_device',
    title: 'Show a text on the screen of a device',
    description:
      'Shows a short text, with a sound, on the screen that a device has itself; the next text or wake-up replaces it. Use it to tell people who stand there something; for screens with tools of their own use call_device_tool. ' +
      'Returns whether it was sent: the device does not say whether anybody has seen it.',
    category: 'devices',
    level: 'operate',
    tier: 'R1',
    input: z.object({
      device: deviceArgument,
      message: alertDevice.shape.message.describe('What it says, in the language of those who stand there'),
      title: alertDevice.shape.title.describe('What stands above it'),
      emotion: alertDevice.shape.emotion.describe('The face beside it'),
    }),
    output: z.object({ device_id: z.string(), outcome: alertAnswer.shape.status, is_done: z.boolean() }),
    examples: [{ device: 'lobby-display', message: 'The charge point on the left is out of order.' }],
    subject: ({ device }) => device,
    async run({ device: wanted, ...alert }) {
      const device = await knownDevice(devices, wanted);
      if (charging.killSwitch.current().isOn) throw new SigecError('CONFLICT', blocked);
      const { status } = await withSafeErrors({ CONFLICT: noScreen }, () =>
        devices.alert({ deviceId: device.id, ...alert }),
      );
      const text =
        status === 'sent'
          ? 'The text was sent to the device.'
          : `The device is offline. It was last seen at ${device.lastSeenAt}, and nothing was sent. Some devices connect only while somebody speaks to them.`;
      return { text, data: { device_id: device.id, outcome: status, is_done: status === 'sent' } };
    },
  });
}

const blocked = 'The kill switch blocks all commands. Only a person can switch it off; do not try again before.';
const noScreen =
  'This is a server that dials in, and has no screen. Nothing was sent; list_devices tells which are devices.';
