import { asError } from '#base/errors.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { AskedReservation } from '#charging/reservations/open-reservations.ts';
import type { Outcome } from '#contract/commands/command.ts';
import type { InputOf } from '#contract/commands/commands.ts';
import { accepted, byStatus, NotAnswered } from '../command.ts';

type Context = { stationId: string; requestId: number; charging: Charging };
type Answer = Parameters<typeof byStatus>[0];
type Send = (asked: AskedReservation) => Promise<Answer>;

/** H01 on every version: in the books before the station hears of it, and again once it has answered. */
export async function reserve(input: InputOf<'reserve'>, context: Context, send: Send): Promise<Outcome> {
  const { stationId, requestId, charging } = context;
  const commands = await charging.findCommandsByRequest(stationId, [requestId]);
  const createdBy = commands.get(requestId)?.askedBy ?? null;
  const asked = await charging.reservations.ask({ stationId, ...input, createdBy });
  return tell(asked, context, { send, isRefusedUnsent: true });
}

/** The same for one that is in the books already: its time has come, or the station may have lost it. */
export async function keepReservation(
  { reservationId: id }: InputOf<'keep-reservation'>,
  context: Context,
  send: Send,
): Promise<Outcome> {
  const asked = await context.charging.reservations.toKeep({ stationId: context.stationId, id });
  return tell(asked, context, { send, isRefusedUnsent: false });
}

/** `isRefusedUnsent`: whoever asked is told that nothing was sent, so nothing is reserved either. */
async function tell(
  asked: AskedReservation,
  { stationId, charging }: Context,
  { send, isRefusedUnsent }: { send: Send; isRefusedUnsent: boolean },
): Promise<Outcome> {
  const { id } = asked;
  const { reservations } = charging;
  try {
    const answer = await send(asked);
    const isAccepted = answer.status === 'Accepted';
    await reservations.answered({ stationId, id, isAccepted, code: answer.status });
    return byStatus(answer, ['Accepted'], { answer: { reservationId: id } });
  } catch (error) {
    const outcome = error instanceof NotAnswered ? error.outcome : null;
    if (outcome?.status === 'rejected')
      await reservations.answered({ stationId, id, isAccepted: false, code: outcome.code });
    else if (outcome === null || (outcome.status === 'not-sent' && isRefusedUnsent)) {
      const why = outcome === null ? asError(error).message : (outcome.reason ?? 'The station was not reached.');
      await reservations.answered({ stationId, id, isAccepted: false, code: null, why });
    }
    throw error;
  }
}

/** H02 on every version. */
export async function cancelReservation(
  { reservationId: id }: InputOf<'cancel-reservation'>,
  { stationId, charging }: Context,
  send: () => Promise<Answer>,
): Promise<Outcome> {
  if (!(await charging.reservations.isToBeCancelled({ stationId, id }))) return accepted();
  const answer = await send();
  const isAccepted = answer.status === 'Accepted';
  await charging.reservations.cancelAnswered({ stationId, id, isAccepted, code: answer.status });
  return byStatus(answer);
}
