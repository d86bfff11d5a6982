import type { Charging } from '#charging/open-charging.ts';
import type { Outcome } from '../../src/contract/commands/command.ts';
import type { CommandName, InputOf } from '../../src/contract/commands/commands.ts';
import { type CommandContext, NotAnswered } from '../../src/doors/ocpp/command.ts';
import { WrittenPayload } from '../../src/doors/ocpp/link/rpc/written-payload.ts';
import { commands16 } from '../../src/doors/ocpp/v16/commands.ts';
import { commands21 } from '../../src/doors/ocpp/v21/commands.ts';
import { commands201 } from '../../src/doors/ocpp/v201/commands.ts';
import { type Business, fakeBusiness, type Recorded } from './fake-business.ts';

const commands = { '1.6': commands16, '2.0.1': commands201, '2.1': commands21 };
export type CommandVersion = keyof typeof commands;

/** What a station answers by action: the same each time, or one answer after the other; a text is an error code. */
export type Answers = Readonly<Record<string, object | string | readonly object[]>>;

export type Translated = Pick<Outcome, 'status' | 'code' | 'reason' | 'answer' | 'losses'> & {
  /** What the station received, in order. */
  sent: [action: string, payload: unknown][];
  /** What the business was asked and told, in order. */
  recorded: Recorded[];
};

/** One command of station CP-1 in the words of a version, with the number 7, against a station and a business that answer so. */
export async function translated<Name extends CommandName>(
  version: CommandVersion,
  name: Name,
  input: InputOf<Name>,
  { answers = {}, business = {} }: { answers?: Answers; business?: Business } = {},
): Promise<Translated> {
  const translate = commands[version][name];
  if ('lacks' in translate) throw new Error(translate.lacks);
  const { charging, recorded } = fakeBusiness<Charging>(business);
  const sent: Translated['sent'] = [];
  const left = new Map(Object.entries(answers).map(([action, answer]) => [action, [answer].flat()]));
  const call = async (action: string, payload: unknown) => {
    sent.push([action, payload instanceof WrittenPayload ? JSON.parse(payload.text) : payload]);
    const queue = left.get(action) ?? [];
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    if (answer === undefined) throw new Error(`The station has no answer to ${action}.`);
    if (typeof answer === 'string') throw new NotAnswered({ status: 'error', code: answer, description: '' } as never);
    return answer as never;
  };
  const context = { stationId: 'CP-1', requestId: 7, charging, call };
  const outcome = await translate(input as never, context as CommandContext<never>);
  return { ...outcome, sent, recorded };
}
