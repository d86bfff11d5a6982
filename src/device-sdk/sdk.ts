// Everything that one needs to write a device. It stands alone: nothing of the server comes with it.
export { createDevice, type Device, type DeviceOptions, type DeviceState } from './device.ts';
export { keptClientId } from './kept-client-id.ts';
export { boolean, integer, string } from './property.ts';
export { image } from './tool.ts';
