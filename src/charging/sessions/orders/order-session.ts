import { SigecError } from '#base/errors.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { AskStart, AskStop, SessionOrder } from '#contract/sessions/order.ts';
import type { Session } from '#contract/sessions/session.ts';
import type { ConnectorStatus, Station } from '#contract/stations/station.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { isStartOf } from '../../commands/await-effect.ts';
import { mayBeSeen } from '../../commands/may-be-seen.ts';
import type { Ask } from '../../commands/run-command.ts';
import type { Sessions } from '../open-sessions.ts';

type Needs = {
  ledger: Ledger;
  sessions: Pick<Sessions, 'get' | 'findByRef'>;
  runCommand(ask: Ask): Promise<CommandRecord>;
  getStation(stationId: string): Promise<Station>;
};

/**
 * How long to look for what follows, once the station has agreed. `signal` calls the order off, as far as it has not left, and ends
 * every wait; `leaving` ends the look at what follows alone: whoever closes a page has not changed their mind.
 */
export type Waiting = {
  actor: Actor;
  waitSeconds: number;
  signal?: AbortSignal | undefined;
  leaving?: AbortSignal | undefined;
};

/** An accepted start is only a promise: whoever waits hears whether the session has begun. */
export async function startSession(needs: Needs, ask: AskStart & Waiting): Promise<SessionOrder> {
  const { stationId, why, answerWithinSeconds, actor, waitSeconds, signal, leaving, ...input } = ask;
  if ((input.token === undefined) === (input.tokenId === undefined))
    throw new SigecError('INVALID_INPUT', 'A start needs one token: give token or tokenId.');
  const since = await needs.ledger.head();
  const carriage = { actor, why, answerWithinSeconds, signal };
  const command = await needs.runCommand({ stationId, name: 'start-session', input, ...carriage });
  await refuseIfOffline(needs, command);
  if (command.outcome?.status !== 'accepted' || waitSeconds === 0) {
    const advice = startAdvice(command, await needs.getStation(stationId));
    return { result: resultOf(command), advice, command, session: null };
  }
  const begun = await firstEvent(needs.ledger, { since, command, waitSeconds, signal, leaving }, (event) =>
    isStartOf(command, event),
  );
  const session = begun && (await needs.sessions.findByRef(stationId, refOf(begun)));
  return session === undefined
    ? { result: 'not-seen', advice: null, command, session: null }
    : { result: 'started', advice: null, command, session };
}

export async function stopSession(needs: Needs, ask: AskStop & Waiting & { sessionId: string }): Promise<SessionOrder> {
  const { sessionId, why, answerWithinSeconds, actor, waitSeconds, signal, leaving } = ask;
  const { stationId, ref, state, endedAt } = await needs.sessions.get(sessionId);
  if (state !== 'running')
    throw new SigecError('CONFLICT', `Session ${sessionId} has ended already (${endedAt}); there is nothing to stop.`);
  const since = await needs.ledger.head();
  const input = { sessionId };
  const carriage = { actor, why, answerWithinSeconds, signal };
  const command = await needs.runCommand({ stationId, name: 'stop-session', input, ...carriage });
  await refuseIfOffline(needs, command);
  const { outcome } = command;
  const isAwaited = outcome !== null && mayBeSeen('stop-session', outcome) && waitSeconds > 0;
  if (isAwaited && !hasEnded(await needs.sessions.get(sessionId)))
    await firstEvent(
      needs.ledger,
      { since, command, waitSeconds, signal, leaving },
      async (event) =>
        event.stationId === stationId && refOf(event) === ref && hasEnded(await needs.sessions.get(sessionId)),
    );
  const session = await needs.sessions.get(sessionId);
  if (hasEnded(session)) return { result: 'ended', advice: null, command, session };
  const isPromised = isAwaited && outcome.status === 'accepted';
  return { result: isPromised ? 'not-seen' : resultOf(command), advice: null, command, session };
}

function hasEnded({ state }: Session): boolean {
  return state !== 'running';
}

/** What was asked stays in the books; whoever asked is told that it went nowhere. */
async function refuseIfOffline({ getStation }: Needs, { id, stationId, outcome }: CommandRecord): Promise<void> {
  if (outcome?.status !== 'not-sent') return;
  const { link } = await getStation(stationId);
  if (link.state === 'online') return;
  const since = link.since === null ? '' : ` since ${link.since}`;
  throw new SigecError(
    'STATION_OFFLINE',
    `Station ${stationId} is offline${since}, so nothing was sent; try again once it is back.`,
    { details: { commandId: id, since: link.since } },
  );
}

function resultOf({ outcome }: CommandRecord): SessionOrder['result'] {
  const status = outcome?.status ?? 'no-answer';
  return status === 'rejected' ? 'refused' : status;
}

type Wait = Pick<Waiting, 'waitSeconds' | 'signal' | 'leaving'> & { since: string; command: CommandRecord };

/** The first event that fits among those recorded after the command; undefined when the time is over. */
async function firstEvent(
  ledger: Ledger,
  { since, command, waitSeconds, signal, leaving }: Wait,
  fits: (event: LedgerEvent) => boolean | Promise<boolean>,
): Promise<LedgerEvent | undefined> {
  const ends = [signal, leaving, AbortSignal.timeout(waitSeconds * 1000)].filter((end) => end !== undefined);
  const patience = AbortSignal.any(ends);
  let isAfterCommand = false;
  for await (const event of ledger.follow({ since, signal: patience })) {
    isAfterCommand ||= event.kind === 'command-asked' && event.body['commandId'] === command.id;
    if (isAfterCommand && event.kind.startsWith('session-') && (await fits(event))) return event;
  }
  return undefined;
}

function refOf({ body }: LedgerEvent): string {
  return String(body['ref']);
}

/** What somebody can do whose start the station refused: a bare "Rejected" helps nobody. null: it was not refused. */
function startAdvice({ outcome, input }: CommandRecord, { id, connectors }: Station): string | null {
  if (outcome?.status !== 'rejected') return null;
  const { evseId } = input;
  const here = connectors.filter(
    (connector) => connector.evseId > 0 && (evseId === undefined || connector.evseId === evseId),
  );
  const where = typeof evseId === 'number' ? `EVSE ${evseId} of station ${id}` : `Station ${id}`;
  if (typeof evseId === 'number' && connectors.length > 0 && here.length === 0)
    return `${where} was never reported; look up which there are, and name one of them.`;
  if (here.length === 0 || here.some(({ status }) => status === 'available'))
    return `${where} seems free. Plug the vehicle in first, then ask again; some stations start only then. Its messages tell more.`;
  const [first] = here;
  return `${where} ${advice[first?.status ?? 'available']}`;
}

const advice: Record<ConnectorStatus, string> = {
  available: 'seems available; plug the vehicle in and ask again.',
  occupied: 'is occupied. Stop the session there first, or name another EVSE.',
  reserved: 'is reserved. Start with the token it is kept for, or cancel the reservation.',
  unavailable: 'is unavailable. Make it operative with change-availability, then ask again.',
  faulted: 'reports a fault. Reset the station or have it looked at; another EVSE may work.',
};
