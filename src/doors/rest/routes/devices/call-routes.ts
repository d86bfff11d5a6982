import { callDevice, type DeviceAnswer, type DeviceTool, deviceAnswer } from '#contract/devices/device.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import { deviceProblem } from '#devices/registry/book-needs.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { mustBeAllowed } from '#principals/may.ts';
import { defineSubjectRoute, type SubjectRoute } from '../../define-route.ts';
import { ofTool, type RouteNeeds, untilLeft } from './route-needs.ts';

type Called = { deviceId: string; tool: DeviceTool; argumentNames: string[]; answer: DeviceAnswer; actor: Actor };

export function callRoutes({ devices, ledger, may, clock }: RouteNeeds): SubjectRoute[] {
  return [
    defineSubjectRoute({
      method: 'POST',
      path: '/api/devices/:id/tools/:tool/call',
      access: 'operate',
      scope: 'devices:operate',
      summary: 'Has a device do something, and waits for its answer; a tool of tier R3 takes an administrator',
      params: ofTool,
      body: callDevice,
      answer: deviceAnswer,
      async handle({ params, body, actor, reply }) {
        const device = await devices.get(params.id);
        const tool = device.tools.find(({ name }) => name === params.tool);
        if (tool === undefined)
          throw deviceProblem(
            'NOT_FOUND',
            sentenceOf('device-tool-not-known', { deviceId: device.id, tool: params.tool }),
          );
        if (tool.trust === 'refused')
          throw deviceProblem('CONFLICT', sentenceOf('device-tool-refused', { deviceId: device.id, tool: tool.name }));
        if (tool.tier === 'R3')
          mustBeAllowed(may(actor.principal, { access: 'administer', scope: 'devices:administer' }));
        const answer = await devices.call({
          ...{
            deviceId: device.id,
            tool: tool.name,
            arguments: body.arguments,
            timeoutMs: body.timeoutSeconds * 1_000,
          },
          signal: untilLeft(reply),
        });
        await writeDown({ deviceId: device.id, tool, argumentNames: Object.keys(body.arguments), answer, actor });
        return answer;
      },
    }),
  ];

  /** What was asked and how it ended; never what with, which may be a password for a network. */
  async function writeDown({ deviceId, tool, argumentNames, answer, actor }: Called): Promise<void> {
    const { status, tookMs } = answer;
    const facts = { tool: tool.name, tier: tool.tier, status, tookMs };
    const principal = actorName(actor);
    const written = ledger.commit({
      events: [
        { kind: 'device-called', stationId: null, happenedAt: clock.now(), principal, body: { deviceId, ...facts } },
      ],
      audit: [
        {
          ...{ principal, door: actor.door, action: 'device-called', subject: deviceId },
          outcome: status === 'done' ? 'done' : 'failed',
          details: { ...facts, arguments: argumentNames.slice(0, 20) },
        },
      ],
    });
    await written.catch((cause: unknown) => {
      // "Try again" would have it done twice.
      if (isDatabaseAway(cause))
        throw deviceProblem('DATABASE_AWAY', sentenceOf('device-call-unwritten', { status }), { status });
      throw cause;
    });
  }
}
