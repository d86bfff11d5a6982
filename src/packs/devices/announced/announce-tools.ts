import { asError, ifFound } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { KnownDevice } from '#devices/devices.ts';
import type { Registry } from '#tools/registry.ts';
import type { Tool } from '#tools/tool.ts';
import { type Announcing, announcedTool } from './announced-tool.ts';
import { announcedSchema, whyNotOffered } from './why-not-offered.ts';

type Needs = Announcing & { registry: Pick<Registry, 'register' | 'unregister'>; packName: string; log: Log };
/** `version`: what agents see of it, and what the device says; another one is another tool. */
type Announced = { tool: Tool; version: string };

const retryMs = 5_000;

/** Keeps the tools that agents see as the registry of devices has them: every accepted tool of a device that was activated, online or not, and no other. */
export async function announceTools(needs: Needs): Promise<{ close(): Promise<void> }> {
  const { devices, registry, packName, log } = needs;
  const announced = new Map<string, Map<string, Announced>>(); // by device, then by name
  const queued = new Set<string>();
  const retries = new Set<NodeJS.Timeout>();
  let isClosed = false;

  function settle(deviceId: string, device: KnownDevice | undefined): void {
    const wanted = new Map((device === undefined ? [] : toolsOf(needs, device)).map((each) => [each.tool.name, each]));
    const kept = new Map<string, Announced>();
    for (const [name, before] of announced.get(deviceId) ?? []) {
      if (wanted.get(name)?.version === before.version) kept.set(name, before);
      else registry.unregister(name);
    }
    for (const [name, each] of wanted) if (!kept.has(name) && enter(each.tool)) kept.set(name, each);
    announced.set(deviceId, kept);
    if (device === undefined) announced.delete(deviceId);
  }

  /** One tool that the registry does not take keeps no other from being there. */
  function enter(tool: Tool): boolean {
    try {
      registry.register(tool, packName);
      return true;
    } catch (thrown) {
      log.warn({ tool: tool.name, source: tool.source, err: asError(thrown) }, 'tool of a device cannot be offered');
      return false;
    }
  }

  async function bring(deviceId: string): Promise<void> {
    queued.delete(deviceId);
    if (isClosed) return;
    try {
      settle(deviceId, await ifFound(devices.get(deviceId)));
    } catch (thrown) {
      log.warn({ deviceId, err: asError(thrown) }, 'tools of a device could not be read');
      const retry = setTimeout(() => {
        retries.delete(retry);
        queue(deviceId);
      }, retryMs);
      retries.add(retry.unref());
    }
  }

  /** One after the other, behind the first reading of all: what was read later is settled later. */
  function queue(deviceId: string): void {
    if (queued.has(deviceId)) return;
    queued.add(deviceId);
    last = last.then(() => bring(deviceId));
  }

  const stop = devices.onChange(queue);
  const start = async (): Promise<void> => {
    for (const device of await devices.list()) settle(device.id, device);
  };
  let last = start();
  await last;
  return {
    async close() {
      isClosed = true;
      stop();
      for (const retry of retries) clearTimeout(retry);
      await last;
    },
  };
}

function toolsOf(needs: Announcing, device: KnownDevice): Announced[] {
  return device.tools.flatMap((each) => {
    const schema = announcedSchema(each);
    if (whyNotOffered(device, each) !== undefined || 'problem' in schema) return [];
    const tool = announcedTool(needs, device, each, schema.schema);
    return [{ tool, version: `${tool.contentHash} ${each.hash}` }];
  });
}
