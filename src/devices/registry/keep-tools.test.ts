import { expect, test } from 'vitest';
import { tierOf } from './keep-tools.ts';

test.each([
  ['self.upgrade_firmware', true, 'R3', 'R3'],
  ['self.assets.set_download_url', true, 'R3', 'R3'],
  ['self.reboot', true, 'R2', 'R2'],
  ['self.system.reconfigure_wifi', false, 'R2', 'R2'],
  ['self.get_system_info', true, 'R2', 'R2'], // for users alone, and the firmware runs it for anybody
  ['self.gate.open', false, 'R2', 'R0'],
  ['self.dog.forward', false, 'R2', 'R0'],
  ['self.chassis.switch_light_mode', false, 'R2', 'R0'],
  ['self.clock.set_time', false, 'R1', 'R0'],
  ['self.light.set_rgb', false, 'R1', 'R0'],
  ['self.get_device_status', false, 'R1', 'R0'],
] as const)('%s', (name, isForUsersOnly, tier, floor) => {
  expect(tierOf({ name, isForUsersOnly })).toEqual({ tier, floor });
});
