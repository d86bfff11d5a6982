import { isLoopback } from '#base/hosts.ts';

const patienceMs = 10_000;

/** Brings a log as a station does, by HTTP; false: it was not taken. To strangers a simulated station brings nothing, and says it did. */
export async function bringLog(location: string, lines: readonly string[]): Promise<boolean> {
  if (!URL.canParse(location)) return true;
  const { protocol, hostname } = new URL(location);
  if (protocol !== 'http:' || !isLoopback(hostname)) return true;
  const signal = AbortSignal.timeout(patienceMs);
  const taken = await fetch(location, { method: 'PUT', body: `${lines.join('\n')}\n`, signal }).catch(() => undefined);
  return taken?.ok === true;
}

/** The last hours of a station that was started, lost its link, and got warm. */
export function logLines(id: string, now: Date): string[] {
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000).toISOString();
  return [
    `${at(181)} INFO  boot: ${id} starting, reset reason: power loss`,
    `${at(180)} INFO  ocpp: BootNotification accepted`,
    `${at(95)} WARN  net: websocket connection lost, reconnecting`,
    `${at(94)} INFO  net: websocket connected`,
    `${at(41)} WARN  thermal: connector temperature 78 C`,
    `${at(12)} INFO  ocpp: Heartbeat`,
  ];
}
