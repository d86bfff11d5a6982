import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { connectAsync } from 'mqtt';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openDeviceNode } from '../../../../test/support/device-node.ts';
import { openMeterTopics } from './meter-topics.ts';

test('a topic of a broker is heard until nobody listens any more', async () => {
  await using opened = new AsyncDisposableStack();
  const broker = await Aedes.createBroker();
  opened.defer(() => new Promise<void>((done) => broker.close(() => done())));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    broker.handle(socket);
  });
  opened.defer(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const topics = opened.adopt(openMeterTopics({ url, log: silentLog }), (open) => open.close());

  const { promise: heard, resolve } = Promise.withResolvers<string>();
  const subscribed = once(broker as unknown as NodeJS.EventEmitter, 'subscribe');
  const stop = topics.subscribe('site/grid/power', resolve);
  await subscribed;
  const meter = opened.adopt(await connectAsync(url), (open) => open.endAsync(true));
  await meter.publishAsync('site/other', '1');
  await meter.publishAsync('site/grid/power', '4200');
  expect(await heard).toBe('4200');

  const { promise: told, resolve: hear } = Promise.withResolvers<string>();
  await meter.subscribeAsync('site/battery');
  meter.on('message', (_topic, message) => hear(message.toString()));
  expect(topics.publish('site/battery', '{"powerW":-4200}')).toBe(true);
  expect(await told).toBe('{"powerW":-4200}');

  const left = once(broker as unknown as NodeJS.EventEmitter, 'unsubscribe');
  stop();
  expect((await left)[0]).toEqual(['site/grid/power']);
});

test('at our own broker a device speaks for meters under its own id alone', async () => {
  const topics = openMeterTopics({ url: '', log: silentLog });
  expect(topics.publish('site/battery', '0')).toBe(false);
  await using node = await openDeviceNode({ heardMeter: (topic, message) => topics.deliver(topic, message) });
  const heard: string[] = [];
  const { promise: own, resolve } = Promise.withResolvers<void>();
  topics.subscribe('meters/aa:bb:cc:00:00:02/power', (message) => heard.push(message));
  topics.subscribe('meters/aa:bb:cc:00:00:01/power', (message) => {
    heard.push(message);
    resolve();
  });
  const { mqtt } = await node.activate('aa:bb:cc:00:00:01');
  const { clientId, username, password } = mqtt;
  const device = await connectAsync(`mqtt://127.0.0.1:${node.mqttPort}`, { clientId, username, password });
  await device.publishAsync('meters/aa:bb:cc:00:00:02/power', 'forged');
  await device.publishAsync('meters/aa:bb:cc:00:00:01/power', '690');
  await own;
  await device.endAsync(true);
  expect(heard).toEqual(['690']);
});
