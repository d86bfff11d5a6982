import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { chassisBoard } from '../../src/simulator/devices/boards/robots.ts';
import { activate, callDevice } from '../support/activated-device.ts';
import { startSigec } from '../support/sigec.ts';

const id = 'aa:bb:cc:00:00:04';
const photo = { id, tool: 'self.camera.take_photo', arguments: { question: 'Is the bay free?' } };

test.each(['websocket', 'mqtt'] as const)(
  'over %s a camera’s photo and question reach the model of the settings, and its answer reaches the device',
  async (transport) => {
    await using model = await modelServer('The bay is empty.');
    await using sigec = await startSigec({
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'm',
      LLM_BASE_URL: model.url,
    });
    await using _camera = await activate(sigec, { id, board: chassisBoard(), transport });
    const answer = await callDevice(sigec, photo);
    expect(answer).toMatchObject({ status: 'done', text: expect.stringContaining('The bay is empty.') as string });
    expect(model.asked).toHaveLength(1);
    expect(model.asked[0]).toContain('Is the bay free?');
    expect(model.asked[0]).toContain('data:image/jpeg;base64,/9j/');
  },
  60_000,
);

test('without a model, or with one that refuses, the device’s tool fails and says so', async () => {
  await using blind = await startSigec();
  await using _one = await activate(blind, { id, board: chassisBoard(), transport: 'mqtt' });
  expect(await callDevice(blind, photo)).toMatchObject({ status: 'failed' });

  await using model = await modelServer(undefined);
  await using sigec = await startSigec({
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'm',
    LLM_BASE_URL: model.url,
  });
  await using _other = await activate(sigec, { id, board: chassisBoard(), transport: 'mqtt' });
  expect(await callDevice(sigec, photo)).toMatchObject({
    status: 'failed',
    text: expect.stringContaining('502') as string,
  });
}, 60_000);

/** Speaks as OpenAI does; without an answer it refuses the key. */
async function modelServer(answer: string | undefined): Promise<AsyncDisposable & { url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(body);
      const message = { role: 'assistant', content: answer };
      response
        .writeHead(answer === undefined ? 401 : 200, { 'content-type': 'application/json' })
        .end(
          JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, finish_reason: 'stop', message }] }),
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
