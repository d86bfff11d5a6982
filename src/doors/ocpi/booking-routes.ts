import type { Addressed } from '#roaming/emsp/receive.ts';
import { unknownObject } from '#roaming/roaming-problem.ts';
import { moment, readPage, withPage } from './paging.ts';
import type { Route, Run } from './routes.ts';
import type { Asked } from './serve-ocpi.ts';

/** What of ours can be booked, and what partners booked. */
const ours: readonly Route[] = [
  {
    method: 'GET',
    path: ['cpo', 'bookings', 'booking_locations'],
    async run({ roaming, partner, query, baseUrl, version }) {
      const page = readPage(query);
      const slots = { from: moment(query, 'timeslot_from'), to: moment(query, 'timeslot_to') };
      const { items, total } = await roaming.bookings.locations(partner, page, slots);
      const url = `${baseUrl}/ocpi/${version}/cpo/bookings/booking_locations`;
      return withPage({ items, total, page, url, query, filters: ['timeslot_from', 'timeslot_to'] });
    },
  },
  ...[1, 2].map((depth) => ({
    method: 'GET',
    path: ['cpo', 'bookings', 'booking_locations', ...Array.from({ length: depth }, () => '*')],
    run: oneBookable,
  })),
  {
    method: 'POST',
    path: ['cpo', 'bookings'],
    hasBody: true,
    async run({ roaming, partner, body }) {
      const { isNew, body: data } = await roaming.bookings.take(partner, body);
      return { data, ...(isNew && { httpStatus: 201 }) };
    },
  },
];

async function oneBookable({ roaming, partner, path: [id = '', calendarId] }: Asked) {
  const location = await roaming.bookings.location(partner, id);
  const calendars = (location?.['calendars'] ?? []) as { id: string }[];
  const found = calendarId === undefined ? location : calendars.find((each) => each.id === calendarId);
  if (found === undefined) throw unknownObject('There is no such booking location or calendar.');
  return { data: found };
}

/** `{country}/{party}/{id}`, or `{country}/{party}/booking_locations/{id}` and a calendar of it. */
function addressed(
  { path: [countryCode = '', partyId = '', objectId = '', ...path] }: Asked,
  isPlace: boolean,
): Addressed {
  return { module: isPlace ? 'bookinglocations' : 'bookings', party: { countryCode, partyId }, objectId, path };
}

const ofOwner = (isPlace: boolean): Record<'GET' | 'PUT' | 'PATCH', Run> => ({
  GET: async (asked) => ({ data: await asked.roaming.receiver.get(asked.partner, addressed(asked, isPlace)) }),
  async PUT(asked) {
    const body = asked.body as Record<string, unknown>;
    const outcome = await asked.roaming.receiver.put(asked.partner, addressed(asked, isPlace), body, asked.raw);
    return outcome === 'created' ? { httpStatus: 201 } : {};
  },
  async PATCH(asked) {
    const body = asked.body as Record<string, unknown>;
    await asked.roaming.receiver.patch(asked.partner, addressed(asked, isPlace), body);
    return {};
  },
});

function written(path: readonly string[], isPlace: boolean): Route[] {
  return Object.entries(ofOwner(isPlace)).map(([method, run]) => ({ method, path, hasBody: method !== 'GET', run }));
}

/** What partners tell of theirs. */
export const bookingRoutes: readonly Route[] = [
  ...ours,
  ...written(['emsp', 'bookings', '*', '*', '*'], false),
  ...written(['emsp', 'bookings', '*', '*', 'booking_locations', '*'], true),
  ...written(['emsp', 'bookings', '*', '*', 'booking_locations', '*', '*'], true),
];
