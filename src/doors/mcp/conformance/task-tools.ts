import { setTimeout as delay } from 'node:timers/promises';
import { MissingRequiredClientCapabilityError, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import type { Tool } from '#tools/tool.ts';
import { declaresTasks, tasksExtension } from '../tasks/tasks-extension.ts';
import { fixture, result, textBlock } from './fixture.ts';

const taskMs = 120_000;

/** Calls that go on after their request, for clients that come back for the answer. */
export const taskTools: Tool[] = [
  fixture({
    name: 'greet',
    input: { name: z.string().describe('Who is greeted') },
    answer: ({ name }, host) => host.answerWith(result(textBlock(`Hello, ${name}!`))),
  }),
  fixture({
    name: 'slow_compute',
    input: {
      seconds: z.number().min(0).max(60).describe('How long it takes'),
      label: z.string().optional().describe('Told by nobody'),
    },
    taskMs,
    async answer({ seconds }, host, { signal }) {
      await delay(seconds * 1000, undefined, { signal });
      host.answerWith(result(textBlock(`Computed for ${seconds} seconds.`)));
    },
  }),
  fixture({
    name: 'failing_job',
    taskMs,
    async answer(_given, host, { signal }) {
      // Only for clients that take tasks: the suite wants to see the others refused.
      if (!declaresTasks(host.request)) {
        const requiredCapabilities = { extensions: { [tasksExtension]: {} } };
        return host.failWith(new MissingRequiredClientCapabilityError({ requiredCapabilities }));
      }
      await delay(1_000, undefined, { signal });
      throw new SigecError('CONFLICT', 'This job intentionally fails for testing');
    },
  }),
  fixture({
    name: 'protocol_error_job',
    taskMs,
    async answer(_given, host, { signal }) {
      await delay(1_000, undefined, { signal });
      host.failWith(new ProtocolError(ProtocolErrorCode.InternalError, 'This job intentionally breaks for testing'));
    },
  }),
];
