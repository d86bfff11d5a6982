import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '#base/config.ts';
import { withoutBrackets } from '#base/hosts.ts';
import type { Finding } from './finding.ts';

const patienceMs = 2_000;

type Door = {
  setting: string;
  port: number;
  /** Where it is asked who holds the port, when not at the port itself. */
  askedAt?: number;
  isOurs(status: number, body: string): boolean;
};

/** The doors that the product opens, and how each of them answers a plain request for /healthz. */
function doorsOf(config: Config): Door[] {
  return [
    { setting: 'API_PORT', port: config.apiPort, isOurs: (_status, body) => /"status":\s*"alive"/.test(body) },
    {
      setting: 'OCPP_SERVER_PORT',
      port: config.ocppServerPort,
      isOurs: (status, body) => status === 426 && body.includes('OCPP'),
    },
    ...(config.tls === 'off'
      ? []
      : [
          {
            setting: 'OCPP_TLS_PORT',
            port: config.ocppTlsPort,
            isOurs: (status: number, body: string) => status === 426 && body.includes('OCPP'),
          },
        ]),
    {
      setting: 'MCP_SERVER_PORT',
      port: config.mcpServerPort,
      isOurs: isOk,
    },
    ...(config.packs.includes('bookshop') ? [{ setting: 'UCP_PORT', port: config.ucpPort, isOurs: isOk }] : []),
    ...(config.packs.includes('devices') ? devicesDoors(config) : []),
  ];
}

/** Who speaks MQTT answers no plain request: that our own broker holds the port shows in the door beside it. */
function devicesDoors({ devicesPort, mqttPort, mqttBrokerUrl }: Config): Door[] {
  const ours = { setting: 'DEVICES_PORT', port: devicesPort, isOurs: isOk };
  return mqttBrokerUrl === undefined
    ? [ours, { ...ours, setting: 'MQTT_PORT', port: mqttPort, askedAt: devicesPort }]
    : [ours];
}

function isOk(_status: number, body: string): boolean {
  return /"status":\s*"ok"/.test(body);
}

/** Opens each port for a moment; where that fails, asks whoever holds it whether it is one of our own running servers. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const doors = doorsOf(config);
  const findings: Finding[] = [];
  for (const [index, door] of doors.entries()) {
    const other = doors.slice(0, index).find(({ port }) => port === door.port && port !== 0);
    findings.push(other === undefined ? await checkPort(door, config.host) : usedTwice(door, other));
  }
  const unknownHost = findings.find(({ state }) => state === 'host-unknown');
  return unknownHost === undefined ? findings : [unknownHost]; // it would be said of every port
}

async function checkPort(door: Door, host: string): Promise<Finding> {
  const { setting, port } = door;
  if (port === 0) return { check: 'port', isFine: true, state: 'port-any', facts: { setting } };
  const failure = await openForAMoment(host, port);
  if (failure === undefined) return { check: 'port', isFine: true, state: 'port-free', facts: { setting, port } };
  switch (failure.code) {
    case 'EADDRINUSE':
      return (await isHeldByUs(door, host))
        ? { check: 'port', isFine: true, state: 'port-ours', facts: { setting, port } }
        : { check: 'port', isFine: false, state: 'port-taken', facts: { setting, port } };
    case 'EACCES':
      return { check: 'port', isFine: false, state: 'port-forbidden', facts: { setting, port } };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return { check: 'port', isFine: false, state: 'host-unknown', facts: { host } };
    default:
      return {
        check: 'port',
        isFine: false,
        state: 'port-unusable',
        facts: { setting, port, reason: failure.message },
      };
  }
}

function usedTwice({ setting, port }: Door, other: Door): Finding {
  return { check: 'port', isFine: false, state: 'port-twice', facts: { setting, port, other: other.setting } };
}

async function openForAMoment(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  try {
    server.listen({ host: withoutBrackets(host), port });
    await once(server, 'listening'); // rejects when the server fails first
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

async function isHeldByUs({ port, askedAt = port, isOurs }: Door, host: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://${nameOf(host)}:${askedAt}/healthz`, {
      signal: AbortSignal.timeout(patienceMs),
    });
    return isOurs(answer.status, await answer.text());
  } catch {
    return false; // whoever it is, it does not speak HTTP
  }
}

/** "Every address" is nothing one can connect to; loopback is always among them. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  const plain = withoutBrackets(host);
  return plain.includes(':') ? `[${plain}]` : plain;
}
