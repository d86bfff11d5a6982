import type { Reservation } from '#contract/access/reservation.ts';
import type { BookingStatus } from '../model/booking-shapes.ts';

/** Why a booking is over, and by whom it was ended, in the words of OCPI. */
export type Cancellation = { cancellationReason: string; whoCanceled: 'CPO' | 'EMSP' };

type Standing = { status: BookingStatus; canceled?: Cancellation };

const lost: Standing = { status: 'CANCELED', canceled: { cancellationReason: 'BROKEN_CHARGER', whoCanceled: 'CPO' } };

const standings: Record<Reservation['status'], Standing> = {
  planned: { status: 'RESERVED' },
  asked: { status: 'RESERVED' },
  active: { status: 'RESERVED' },
  used: { status: 'FULFILLED' },
  expired: { status: 'NO_SHOW' },
  'no-session': { status: 'NO_SHOW' },
  cancelled: { status: 'CANCELED', canceled: { cancellationReason: 'UNKNOWN', whoCanceled: 'CPO' } },
  refused: lost,
  removed: lost,
};

/** What a reservation that was made for a booking says of it. */
export function standingOf({ status }: Pick<Reservation, 'status'>): Standing {
  return standings[status];
}

/** Nothing that comes later changes it. */
export function isFinal(status: BookingStatus): boolean {
  return status !== 'PENDING' && status !== 'RESERVED';
}

/** What became of a request, once it is known what became of the booking. */
export function requestStatusOf(status: BookingStatus): 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'FAILED' {
  if (status === 'PENDING') return 'PENDING';
  if (status === 'REJECTED') return 'DECLINED';
  return status === 'FAILED' ? 'FAILED' : 'ACCEPTED';
}
