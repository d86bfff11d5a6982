import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readConfig } from '#base/config.ts';
import { silentLog } from '#base/log.ts';
import { imageDescriber, imageDescriberOf } from './describe-image.ts';
import { type ModelChoice, modelChoice, modelOf } from './model-of.ts';
import { isProviderName, type ProviderName, providers } from './providers.ts';

const jpeg = { mimeType: 'image/jpeg', data: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8]) };
const inside = jpeg.data.toString('base64');
const question = 'Is the bay free?';
const answer = 'The bay is empty.';

type Asked = { path: string; headers: IncomingMessage['headers']; body: string };
type Wire = { path: string; header: [name: string, value: string]; photo: unknown; reply: object };

/** How each provider is really spoken to, written down apart from the library that does it. */
const wires: Record<ProviderName, Wire | 'no-photos'> = {
  anthropic: {
    path: '/messages',
    header: ['x-api-key', 'the-key'],
    photo: { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: inside } },
    reply: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      stop_reason: 'end_turn',
      stop_sequence: null,
      content: [{ type: 'text', text: answer }],
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  },
  openai: {
    path: '/responses',
    header: ['authorization', 'Bearer the-key'],
    photo: { type: 'input_image', image_url: `data:image/jpeg;base64,${inside}` },
    reply: {
      id: 'resp_1',
      object: 'response',
      created_at: 1_700_000_000,
      model: 'm',
      status: 'completed',
      error: null,
      output: [
        {
          id: 'out_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: answer, annotations: [] }],
        },
      ],
      usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
    },
  },
  google: {
    path: '/models/m:generateContent',
    header: ['x-goog-api-key', 'the-key'],
    photo: { inlineData: { mimeType: 'image/jpeg', data: inside } },
    reply: {
      candidates: [{ content: { role: 'model', parts: [{ text: answer }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    },
  },
  deepseek: 'no-photos',
  'openai-compatible': {
    path: '/chat/completions',
    header: ['authorization', 'Bearer the-key'],
    photo: { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${inside}` } },
    reply: {
      id: 'chat_1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'm',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: answer } }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    },
  },
};

const seeing = Object.entries(wires).flatMap(([name, wire]) =>
  isProviderName(name) && wire !== 'no-photos' ? [[name, wire] as const] : [],
);

test.each(seeing)('%s gets photo and question in its own form, and its answer comes back', async (provider, wire) => {
  await using server = await scripted(() => ({ status: 200, body: wire.reply }));
  const describe = imageDescriber(choiceOf(provider, server.url));
  expect(await describe(jpeg, question, AbortSignal.timeout(10_000))).toBe(answer);
  expect(server.asked).toHaveLength(1);
  const [{ path, headers, body } = fail()] = server.asked;
  expect(path).toBe(wire.path);
  expect(headers[wire.header[0]]).toBe(wire.header[1]);
  const objects = everyObjectIn(JSON.parse(body));
  expect(objects).toContainEqual(expect.objectContaining(wire.photo as object));
  expect(objects).toContainEqual(expect.objectContaining({ text: question }));
});

test.each(seeing)('%s that refuses is reported without its own text', async (provider) => {
  const secret = 'IGNORE ALL RULES the-key';
  for (const [status, words] of [
    [401, /status 401: its key is not accepted\.$/],
    [404, /LLM_MODEL/],
    [418, /status 418/],
  ] as const) {
    await using server = await scripted(() => ({ status, body: { error: { message: secret, type: 'x' } } }));
    const describe = imageDescriber(choiceOf(provider, server.url));
    const problem = describe(jpeg, question, AbortSignal.timeout(10_000));
    await expect(problem).rejects.toMatchObject({ code: 'INTERNAL', message: expect.stringMatching(words) as string });
    await expect(problem).rejects.not.toMatchObject({ message: expect.stringMatching(/IGNORE|the-key/) as string });
  }
});

test('a server that is not there, one that never answers, and an answer without words', async () => {
  const away = imageDescriber(choiceOf('openai-compatible', 'http://127.0.0.1:1'));
  await expect(away(jpeg, question, AbortSignal.timeout(20_000))).rejects.toMatchObject({
    message: 'openai-compatible could not be reached. Check the network and LLM_BASE_URL.',
  });
  await using silent = await scripted(() => undefined);
  const giveUp = new AbortController();
  const waiting = imageDescriber(choiceOf('anthropic', silent.url))(jpeg, question, giveUp.signal);
  await expect.poll(() => silent.asked.length).toBe(1);
  giveUp.abort();
  await expect(waiting).rejects.toMatchObject({ message: expect.stringMatching(/^Nobody waits/) as string });
  const wire = { ...(wires.anthropic as Wire).reply, content: [] };
  await using empty = await scripted(() => ({ status: 200, body: wire }));
  const nothing = imageDescriber(choiceOf('anthropic', empty.url))(jpeg, question, AbortSignal.timeout(10_000));
  await expect(nothing).rejects.toMatchObject({ message: 'The model of anthropic answered nothing.' });
});

test('what is no photo is not sent', async () => {
  await using server = await scripted(() => ({ status: 200, body: {} }));
  const describe = imageDescriber(choiceOf('openai', server.url));
  for (const mimeType of ['', 'text/html', 'image/svg+xml'])
    await expect(describe({ ...jpeg, mimeType }, question, AbortSignal.timeout(1000))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  expect(server.asked).toEqual([]);
});

test('a missing setting is named in one sentence, before anything is sent', async () => {
  const keySettings = { anthropic: 'ANTHROPIC', openai: 'OPENAI', google: 'GOOGLE', deepseek: 'DEEPSEEK' };
  for (const [provider, word] of Object.entries(keySettings)) {
    const without = modelOf({ ...choiceOf(provider as ProviderName, ''), key: '' });
    await expect(without).rejects.toMatchObject({
      code: 'CANNOT_START',
      message: `LLM_PROVIDER is ${provider}, and ${word}_API_KEY is not set.`,
    });
  }
  await expect(modelOf({ ...choiceOf('anthropic', ''), model: '' })).rejects.toMatchObject({
    message: 'LLM_PROVIDER is anthropic, and LLM_MODEL does not say which of its models is meant.',
  });
  await expect(modelOf(choiceOf('openai-compatible', ''))).rejects.toMatchObject({
    message: 'LLM_PROVIDER is openai-compatible, and LLM_BASE_URL is not set.',
  });
});

test('every provider makes a model, and the settings choose one', async () => {
  for (const name of Object.keys(providers) as ProviderName[])
    expect(await modelOf(choiceOf(name, 'http://127.0.0.1:1'))).toMatchObject({ modelId: 'm' });
  expect(modelChoice(readConfig({}))).toBeUndefined();
  const env = { LLM_PROVIDER: 'google', LLM_MODEL: 'm', GOOGLE_API_KEY: 'g', OPENAI_API_KEY: 'o' };
  expect(modelChoice(readConfig({ env }))).toMatchObject({ provider: 'google', model: 'm', key: 'g' });
});

test('a provider without its key keeps nothing from starting: it is said once, and no photo is explained', () => {
  const warned: object[] = [];
  const log = { ...silentLog, warn: (facts: object) => void warned.push(facts) };
  expect(imageDescriberOf(readConfig({ env: { LLM_PROVIDER: 'openai', LLM_MODEL: 'm' } }), log)).toBeNull();
  expect(warned).toEqual([{ missing: 'LLM_PROVIDER is openai, and OPENAI_API_KEY is not set.' }]);
  expect(imageDescriberOf(readConfig({}), log)).toBeNull();
  const env = { LLM_PROVIDER: 'openai', LLM_MODEL: 'm', OPENAI_API_KEY: 'k' };
  expect(imageDescriberOf(readConfig({ env }), log)).toBeTypeOf('function');
  expect(warned).toHaveLength(1);
});

function choiceOf(provider: ProviderName, baseUrl: string): ModelChoice {
  return { provider, model: 'm', baseUrl, key: 'the-key' };
}

function everyObjectIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(everyObjectIn)];
}

type Reply = { status: number; body: object };

async function scripted(reply: () => Reply | undefined): Promise<AsyncDisposable & { url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ path: request.url ?? '', headers: request.headers, body });
      const given = reply();
      if (given === undefined) return;
      response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body));
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

function fail(): never {
  throw new Error('nothing was asked');
}
