import type { DeviceTool, JudgeTool } from '#contract/devices/device.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { whenOvertaken } from '#ledger/overtaken.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { type BookNeeds, commitChange, deviceProblem } from './book-needs.ts';
import { mustReadDevice } from './must-read-device.ts';
import { tierOf } from './tier-of.ts';
import { judgedTool, readTools, type ToolRow, toDeviceTool } from './tool-store.ts';

/** Accepts a tool as it was looked at, or refuses it whatever it will say. */
export async function judgeTool(
  needs: BookNeeds,
  { deviceId, tool: name, judgement, actor }: { deviceId: string; tool: string; judgement: JudgeTool; actor: Actor },
): Promise<DeviceTool> {
  const { id } = await mustReadDevice(needs, deviceId);
  const tool = (await readTools(needs.pool, [id])).find((one) => one.name === name && one.isListed);
  if (tool === undefined)
    throw deviceProblem('NOT_FOUND', sentenceOf('device-tool-not-known', { deviceId: id, tool: name }));
  const hasChanged = sentenceOf('device-tool-changed', { deviceId: id, tool: name });
  if (tool.hash !== judgement.hash) throw deviceProblem('CONFLICT', hasChanged, { hash: tool.hash });
  const tier = judgement.tier ?? tool.tier;
  const { floor } = tierOf(tool);
  if (tier < floor)
    throw deviceProblem('INVALID_INPUT', sentenceOf('device-tool-floor', { tool: name, floor, tier }), {
      field: 'tier',
      accepts: (['R0', 'R1', 'R2', 'R3'] as const).filter((one) => one >= floor),
    });
  const isAccepted = judgement.verdict === 'accept';
  const judged: ToolRow = {
    ...tool,
    tier,
    acceptedHash: isAccepted ? tool.hash : null,
    acceptedBy: isAccepted ? actorName(actor) : null,
    acceptedAt: isAccepted ? needs.clock.now() : null,
    isRefused: !isAccepted,
  };
  await commitChange(needs, {
    kind: 'device-tool-judged',
    body: { deviceId: id, tool: name, verdict: judgement.verdict, tier, hash: tool.hash },
    writes: [judgedTool(judged)],
    actor,
  }).catch(whenOvertaken(hasChanged));
  return toDeviceTool(judged);
}
