import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { ScriptStep } from '../../src/assistant/providers/scripted.ts';
import type { CreatedKey, NewKey } from '../../src/contract/agents/principal.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { startSigec, type TestSigec } from './sigec.ts';

/** The product with the station CP-7, where a person and their assistant hold a key each. */
export class ChatHouse implements AsyncDisposable {
  readonly sigec: TestSigec;
  private readonly station: SimulatedStation;
  private readonly folder: string;
  private person = '';
  private agent = '';

  private constructor(sigec: TestSigec, station: SimulatedStation, folder: string) {
    this.sigec = sigec;
    this.station = station;
    this.folder = folder;
  }

  static async open(): Promise<ChatHouse> {
    const folder = await mkdtemp(join(tmpdir(), 'sigec-chat-'));
    const sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', COOL_DOWN_SECONDS: 'off' });
    const url = sigec.addresses.ocpp.slice(0, -1);
    const station = new SimulatedStation({ id: 'CP-7', version: '2.0.1', url, statusEverySeconds: 0, secondMs: 50 });
    station.start();
    await vi.waitFor(() => expect(station.state).toBe('accepted'), { timeout: 60_000 });
    const house = new ChatHouse(sigec, station, folder);
    house.person = await house.makeKey({ kind: 'person', role: 'operator', name: 'Ana' });
    house.agent = await house.makeKey({ kind: 'agent', role: 'operator', name: 'Assistant' });
    return house;
  }

  /** Where one who has never been here keeps conversations. */
  makeHome(): Promise<string> {
    return mkdtemp(join(this.folder, 'home-'));
  }

  /** Of a chat that answers by a script; without one, by the interpreter. */
  async settings(script: readonly ScriptStep[] | undefined, home?: string): Promise<Record<string, string>> {
    const keys = { SIGEC_URL: this.sigec.addresses.api, SIGEC_KEY: this.person, MCP_KEY: this.agent };
    const env = { ...keys, DATA_DIR: home ?? (await this.makeHome()) };
    if (script === undefined) return env;
    const file = join(await mkdtemp(join(this.folder, 'script-')), 'script.json');
    await writeFile(file, JSON.stringify(script));
    return { ...env, LLM_PROVIDER: 'scripted', LLM_MODEL: file };
  }

  async makeKey(wanted: Partial<NewKey>): Promise<string> {
    return (await this.sigec.api.post<CreatedKey>('/api/keys', wanted)).secret;
  }

  /** How many Resets went over the wire. */
  async resets(): Promise<number> {
    const path = '/api/stations/CP-7/messages?action=Reset&caller=system';
    return (await this.sigec.api.get<MessageList>(path)).messages.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.station.stop();
    await this.sigec[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true });
  }
}

/** The one conversation that was held there. */
export async function keptConversation(home: string): Promise<object> {
  const [file = ''] = await readdir(join(home, 'agent', 'conversations'));
  return JSON.parse(await readFile(join(home, 'agent', 'conversations', file), 'utf8')) as object;
}

export const look: ScriptStep = {
  say: '<thinking>which ones?</thinking>Let me look.',
  calls: [{ name: 'list_charge_points' }],
};
export const table: ScriptStep = { say: 'There is **one**:\n\n| Station | Link |\n|---|---|\n| CP-7 | online |\n' };
export const reset: ScriptStep = through('reset_charge_point', { charge_point_id: 'CP-7', type: 'hard' });
export const asks: ScriptStep = { say: 'It is proposed; it is for you to decide.' };

/** A tool that is not listed at first. */
export function through(name: string, given: Record<string, unknown>): ScriptStep {
  return { calls: [{ name: 'call_tool', arguments: { name, arguments: given } }] };
}
