import { setTimeout as delay } from 'node:timers/promises';
import { MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';
import { SigecError } from '#base/errors.ts';
import type { Registry } from '#tools/registry.ts';
import type { Tool } from '#tools/tool.ts';
import { fixture, packName, pngBase64, result, textBlock, wavBase64 } from './fixture.ts';

const image = { type: 'image', data: pngBase64, mimeType: 'image/png' } as const;

/** What a call can answer with, and what it can say meanwhile. */
export const contentTools: Tool[] = [
  fixture({
    name: 'test_simple_text',
    answer: (_given, host) => host.answerWith(result(textBlock('This is a simple text response for testing.'))),
  }),
  fixture({ name: 'test_image_content', answer: (_given, host) => host.answerWith(result(image)) }),
  fixture({
    name: 'test_audio_content',
    answer: (_given, host) => host.answerWith(result({ type: 'audio', data: wavBase64, mimeType: 'audio/wav' })),
  }),
  fixture({
    name: 'test_embedded_resource',
    answer: (_given, host) =>
      host.answerWith(embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  }),
  fixture({
    name: 'test_multiple_content_types',
    answer(_given, host) {
      const resource = embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}');
      host.answerWith(result(textBlock('Multiple content types test:'), image, ...resource.content));
    },
  }),
  fixture({
    name: 'test_error_handling',
    answer() {
      throw new SigecError('CONFLICT', 'This tool intentionally returns an error for testing');
    },
  }),
  fixture({
    name: 'test_tool_with_progress',
    async answer(_given, _host, { report }) {
      for (const done of [0, 50, 100]) {
        report?.({ done, total: 100 });
        await delay(50);
      }
    },
  }),
  fixture({
    name: 'test_tool_with_logging',
    async answer(_given, { request }) {
      for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        // oxlint-disable-next-line typescript/no-deprecated -- the suite of the older era wants it
        await request.mcpReq.log('info', said);
        await delay(50);
      }
    },
  }),
  fixture({
    name: 'test_logging_tool',
    async answer(_given, { request }) {
      // oxlint-disable-next-line typescript/no-deprecated -- to show that nothing is said where no level was asked for
      await request.mcpReq.log('info', 'Nobody should hear this unasked.');
    },
  }),
  fixture({
    name: 'test_reconnection',
    async answer(_given, { request }) {
      request.http?.closeSSE?.();
      await delay(100);
    },
  }),
  fixture({
    name: 'test_missing_capability',
    answer(_given, host) {
      if (!capabilitiesOf(host)['sampling'])
        host.failWith(new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } }));
    },
  }),
];

/** Tools that change what is listed; whoever listens is told by the registry itself. */
export function triggers(registry: () => Registry): Tool[] {
  const extra = fixture({ name: 'test_added_tool', answer: () => undefined });
  return [
    fixture({
      name: 'test_trigger_tool_change',
      answer() {
        if (!registry().unregister(extra.name)) registry().register(extra, packName);
      },
    }),
    fixture({ name: 'test_trigger_prompt_change', answer: () => registry().changes.publish({ kind: 'prompts' }) }),
  ];
}

export function capabilitiesOf({ request }: { request: { mcpReq: { envelope?: object } } }): Record<string, unknown> {
  const envelope = request.mcpReq.envelope as Record<string, Record<string, unknown>> | undefined;
  return envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
}

function embedded(uri: string, mimeType: string, text: string) {
  return result({ type: 'resource', resource: { uri, mimeType, text } });
}
