import type { Ask } from '../commands/run-command.ts';
import type { StationRegister } from '../stations/station-register.ts';
import type { Authorization } from './open-authorization.ts';

type Needs = { register: Pick<StationRegister, 'find'>; authorization: Pick<Authorization, 'checkRemoteStart'> };

/** A start is asked of a station only for a token that may begin a session there, whichever way it is asked. */
export async function checkStart(
  { register, authorization }: Needs,
  { stationId, name, input, actor }: Pick<Ask, 'stationId' | 'name' | 'input' | 'actor'>,
): Promise<void> {
  if (name !== 'start-session') return;
  const { token, tokenId, evseId } = input;
  const named = { token: textOf(token), tokenId: textOf(tokenId) };
  // A station that is not there and an input that does not fit are told by whoever runs the command.
  if (named.token === undefined && named.tokenId === undefined) return;
  if ((await register.find(stationId)) === undefined) return;
  await authorization.checkRemoteStart({
    stationId,
    ...named,
    evseId: Number.isInteger(evseId) ? Number(evseId) : undefined,
    actor,
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
