import { isRecord } from '../../src/base/json.ts';
import { type Answer, assistantClient } from '../../test/support/assistant-client.ts';
import type { Answered } from './judge.ts';
import type { Call } from './match-call.ts';
import { plain } from './match-value.ts';
import type { Language, Request } from './request.ts';
import type { World } from './world.ts';

const patienceMs = 120_000;

/** Has a conversation over the REST API, turn by turn; what is asked for on the spot is denied. The last answer is given back. */
export async function converse(
  { turns }: Pick<Request, 'turns'>,
  { apiUrl, key, language, world }: { apiUrl: string; key: string; language: Language; world: World },
): Promise<Answered> {
  const client = assistantClient(apiUrl, key);
  const id = await client.start();
  let last: Answered = { text: '', calls: [], failure: 'there was no turn' };
  for (const text of turns) {
    const answer = await client.ask(id, text, language);
    last = await Promise.race([hear(answer, { id, client, world }), givenUp()]);
    if (last.failure !== null) return last;
  }
  if (!readsBack.test(plain(last.text))) return last;
  const answer = await client.ask(id, language === 'en' ? 'yes' : 'sim', language);
  const confirmed = await Promise.race([hear(answer, { id, client, world }), givenUp()]);
  return { ...last, calls: [...last.calls, ...confirmed.calls] };
}

/** A change that is read back is judged as what a yes to it proposes. */
const readsBack = /\b(say|answer|type|reply)\W+yes\b|\b(diga|responda|digite)\W+sim\b/;

function givenUp(): Promise<Answered> {
  return new Promise((resolve) => {
    setTimeout(() => resolve({ text: '', calls: [], failure: 'no answer came' }), patienceMs).unref();
  });
}

type Talk = { id: string; client: ReturnType<typeof assistantClient>; world: World };

async function hear(answer: Answer, { id, client, world }: Talk): Promise<Answered> {
  const calls: Call[] = [];
  for (let event = await answer.next(); event !== undefined; event = await answer.next()) {
    if (event.type === 'call-started') calls.push(asCall(event.tool, event.call.arguments, world));
    if (event.type === 'approval-asked') {
      calls.push(asCall(event.question.tool.name, event.question.arguments, world));
      await client.decide(id, event.question.id, 'deny');
    }
    if (event.type === 'question-asked')
      await client.request('POST', `/conversations/${id}/questions/${event.question.id}`, { action: 'decline' });
    if (event.type === 'ended') {
      const { reason, about } = event.ending;
      return { text: answer.text, calls, failure: reason === 'done' ? null : (about ?? reason) };
    }
  }
  return { text: answer.text, calls, failure: 'the stream ended early' };
}

/** Under one name, whichever way a tool is called: by call_tool, or a tool of a device by a name of its own. */
export function asCall(tool: string, given: Readonly<Record<string, unknown>>, world: World): Call {
  const inner = given['arguments'];
  if (tool === 'call_tool' && typeof given['name'] === 'string')
    return asCall(given['name'], isRecord(inner) ? inner : {}, world);
  const owner = world.devices.find(({ name }) => tool.startsWith(`device_${slug(name)}_`));
  if (owner !== undefined) {
    const rest = tool.slice(`device_${slug(owner.name)}_`.length);
    return deviceCall(owner.name, { tool: rest, arguments: given });
  }
  if (tool !== 'call_device_tool') return { tool, arguments: withDeviceName(given, world) };
  const named = withDeviceName(given, world);
  return deviceCall(String(named['device']), { tool: String(given['tool']), arguments: isRecord(inner) ? inner : {} });
}

function deviceCall(device: string, { tool, arguments: given }: Call): Call {
  const known = deviceTools.find((name) => slug(name) === slug(tool.replace(/^self[._]/, ''))) ?? tool;
  return { tool: 'call_device_tool', arguments: { device, tool: known, arguments: given } };
}

const deviceTools: readonly string[] = [
  ...['light.set_rgb', 'light.turn_off', 'screen.show_text', 'screen.set_brightness', 'screen.set_theme'],
  ...['audio_speaker.set_volume', 'get_device_status'],
];

function withDeviceName(
  given: Readonly<Record<string, unknown>>,
  { devices }: World,
): Readonly<Record<string, unknown>> {
  const owner = devices.find(({ id }) => id === given['device']);
  return owner === undefined ? given : { ...given, device: owner.name };
}

function slug(name: string): string {
  return plain(name).replaceAll(/[^a-z0-9]+/g, '_');
}
