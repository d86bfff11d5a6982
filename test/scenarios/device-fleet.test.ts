import { expect, test } from 'vitest';
import type { Device, DeviceAnswer, DeviceList } from '../../src/contract/devices/device.ts';
import type { lightBoard } from '../../src/simulator/devices/boards/light.ts';
import { DeviceFleet } from '../../src/simulator/devices/device-fleet.ts';
import type { SimulatedDevice, SimulatedTransport } from '../../src/simulator/devices/simulated-device.ts';
import { Latencies } from '../../src/simulator/latencies.ts';
import { ProductProcess } from '../support/product-process.ts';
import { scale } from '../support/scale.ts';

const perTransport = scale({ test: 25, soak: 500 });
const count = 2 * perTransport;
const callsEach = 10;
const operatorsAtOnce = 40;
const callersAtOnce = 50;
const patience = { timeout: 120_000, interval: 100 };

test(`${count} devices at once, each called ${callsEach} times: no answer is lost, and two that never answer delay nobody`, async () => {
  await using sigec = await ProductProcess.start({ PACKS: 'charging,devices' });
  const call = (id: string, given: object, timeoutSeconds: number) =>
    sigec.post<DeviceAnswer>(`/api/devices/${id}/tools/self.light.set_rgb/call`, { arguments: given, timeoutSeconds });
  // They are woken once, and poll for their activation every 1.5 s.
  const shared = { otaUrl: sigec.otaUrl, boards: ['light'] as const, secondMs: 500, wakeEverySeconds: 3600 };
  const fleetOver = (transport: SimulatedTransport, firstId: string) =>
    new DeviceFleet({ ...shared, count: perTransport + 1, firstId, transport });
  await using overWebSocket = fleetOver('websocket', '02:5e:00:00:00:01');
  await using overMqtt = fleetOver('mqtt', '02:5e:00:01:00:01');
  await inTurns([...overWebSocket.devices, ...overMqtt.devices], operatorsAtOnce, async (device) => {
    device.start();
    await expect.poll(() => device.code, patience).toBeDefined();
    await sigec.post<Device>('/api/devices/activate', { code: device.code });
    await expect.poll(() => device.isOnline, patience).toBe(true);
  });
  await expect
    .poll(
      async () => {
        const { devices } = await sigec.get<DeviceList>('/api/devices?isOnline=true');
        return devices.filter(({ toolCount }) => toolCount > 0).length;
      },
      { timeout: 120_000, interval: 2_000 },
    )
    .toBe(count + 2);

  const [muteOne, ...others] = overWebSocket.devices;
  const [muteTwo, ...more] = overMqtt.devices;
  const mute = [muteOne, muteTwo].filter((device) => device !== undefined);
  const lively = [...others, ...more];
  for (const device of mute) device.isMute = true;
  let unanswered = 0;
  const inVain = mute.map(async ({ id }) => {
    unanswered += 1;
    const answer = await call(id, { r: 0, g: 0, b: 0 }, 300);
    unanswered -= 1;
    return answer;
  });

  const latencies = new Latencies();
  const startedAt = performance.now();
  const failures: unknown[] = [];
  await inTurns(lively, callersAtOnce, async (device) => {
    for (let round = 1; round <= callsEach; round += 1) {
      const answer = await call(device.id, { r: round, g: indexOf(device), b: 0 }, 60);
      if (answer.status === 'done' && answer.text === 'true') latencies.add(answer.tookMs);
      else failures.push({ id: device.id, round, ...answer });
    }
  });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    JSON.stringify({
      devices: count,
      calls: count * callsEach,
      callsPerSecond: Math.round((count * callsEach) / seconds),
      p50Ms: latencies.percentile(0.5),
      p99Ms: latencies.percentile(0.99),
    }),
  );

  expect(failures).toEqual([]);
  expect(unanswered).toBe(2); // they hung all the while
  expect(overWebSocket.stats().calls + overMqtt.stats().calls).toBe(count * callsEach); // each ran, and once
  for (const device of lively)
    expect((device.board as ReturnType<typeof lightBoard>).light).toMatchObject({ r: callsEach, g: indexOf(device) });

  await Promise.all(mute.map((device) => device.stop()));
  for (const answer of await Promise.all(inVain)) expect(answer).toMatchObject({ status: 'no-answer', text: null });
}, 300_000);

/** So many at a time, each taking the next that nobody has taken. */
async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const turns = items.values();
  const worker = async () => {
    for (const item of turns) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** What tells its calls from those of the others. */
function indexOf({ id }: SimulatedDevice): number {
  return Number.parseInt(id.slice(-2), 16);
}
