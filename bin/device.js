// `sigec-ve/device`: a checkout runs its sources, the packed package its built JavaScript.
import { existsSync } from 'node:fs';

const source = new URL('../src/device-sdk/sdk.ts', import.meta.url);
const built = new URL('../dist/device-sdk/sdk.js', import.meta.url);

export const { createDevice, keptClientId, boolean, integer, string, image } = await import(
  (existsSync(source) ? source : built).href
);
