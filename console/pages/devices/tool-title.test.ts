import { expect, test } from 'vitest';
import { toolTitle } from './tool-title.ts';

test.each([
  ['self.light.set_rgb', 'Light: set rgb'],
  ['self.reboot', 'Reboot'],
  ['calculator', 'Calculator'],
  ['add-numbers', 'Add numbers'],
  ['self', 'self'],
])('the tool %s is called %s', (name, title) => {
  expect(toolTitle(name)).toBe(title);
});
