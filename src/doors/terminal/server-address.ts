import { readConfig } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import type { Terminal } from './terminal.ts';

export type ServerOptions = { url?: string | undefined; key?: string | undefined };

/** Where the running system is: as told, else on this machine, by the settings it was started with. */
export function apiUrl({ env, text }: Terminal, { url }: ServerOptions): string {
  const given = url ?? (env['SIGEC_URL'] || undefined);
  if (given === undefined) {
    const { host, apiPort } = readConfig({ env, envFile: '.env' });
    return `http://${nameOf(host)}:${apiPort || 8001}`;
  }
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given.replace(/\/+$/, '');
  const name = url === undefined ? 'SIGEC_URL' : '--url';
  throw new SigecError('INVALID_INPUT', text.wrongUse.invalidInput({ name, value: given, accepts: text.accepts.url }));
}

/** Where agents connect, as far as this machine's settings tell. */
export function localMcpUrl({ env }: Terminal): string {
  const { host, mcpServerPort } = readConfig({ env, envFile: '.env' });
  return `http://${nameOf(host)}:${mcpServerPort || 8000}/mcp`;
}

/** Where stations connect, likewise. */
export function localOcppUrl({ env }: Terminal): string {
  const { host, ocppServerPort } = readConfig({ env, envFile: '.env' });
  return `ws://${nameOf(host)}:${ocppServerPort || 9000}`;
}

/** Where devices connect, likewise. */
export function localDevicesUrl({ env }: Terminal): string {
  const { host, devicesPort } = readConfig({ env, envFile: '.env' });
  return `http://${nameOf(host)}:${devicesPort || 8003}`;
}

/** A key is never shown, not even a wrong one. */
export function apiKey({ env, text }: Terminal, { key }: ServerOptions): string | undefined {
  const given = key ?? (env['SIGEC_KEY'] || undefined);
  if (given === undefined || /^[\x21-\x7e]+$/.test(given)) return given;
  const option = key === undefined ? 'SIGEC_KEY' : '--key';
  throw new SigecError('INVALID_INPUT', text.wrongUse.invalidValue({ option, accepts: text.accepts.key }));
}

/** "Every address" is nothing one can connect to; loopback is always among them. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
