import type { Charging } from '#charging/charging.ts';
import type { InputOf, Outcome } from '#charging/commands/words.ts';
import type { AskedReservation } from '#charging/reservations/open-reservations.ts';
import { byStatus, NotAnswered } from './command.ts';

type Context = { stationId: string; charging: Charging };
type Answer = Parameters<typeof byStatus>[0];

/** H01 on every version: in the books before the station hears of it, and again once it has answered. */
export async function reserve(
  input: InputOf<'reserve'>,
  { stationId, charging }: Context,
  send: (asked: AskedReservation) => Promise<Answer>,
): Promise<Outcome> {
  const asked = await charging.reservations.ask({ stationId, ...input });
  const { id } = asked;
  const end = (status: 'active' | 'refused', code: string | null) =>
    charging.reservations.record({ stationId, id, status, code, at: new Date() });
  try {
    const answer = await send(asked);
    await end(answer.status === 'Accepted' ? 'active' : 'refused', answer.status);
    return byStatus(answer, ['Accepted'], { answer: { reservationId: id } });
  } catch (error) {
    const isUnanswered = error instanceof NotAnswered && error.outcome.status === 'no-answer';
    if (!isUnanswered) await end('refused', error instanceof NotAnswered ? error.outcome.code : null);
    throw error;
  }
}

/** H02 on every version. */
export async function cancelled(id: number, { stationId, charging }: Context, answer: Answer): Promise<Outcome> {
  if (answer.status === 'Accepted')
    await charging.reservations.record({ stationId, id, status: 'cancelled', at: new Date() });
  return byStatus(answer);
}
