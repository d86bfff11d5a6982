import { partnerApi } from '#contract/api/roaming.ts';
import { openApi } from '../api.ts';
import { done, failed } from '../exit-code.ts';
import { tokenIdOf } from '../find-named.ts';
import { optionReader, type Texts } from '../read-options.ts';
import { showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';
import { type Named, partnerNamed } from './partner-named.ts';

export async function partnerBookings(terminal: Terminal, options: Named & Texts<'limit'>): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const limit = optionReader(terminal, options).limit(50);
  const list = await api.call(partnerApi.bookings, { params: { id }, query: { limit } });
  const { titles, partners: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noBookings,
    table: () =>
      tableOf(list.bookings, [
        [titles.from, ({ startsAt }) => localTime(startsAt)],
        [titles.until, ({ endsAt }) => localTime(endsAt)],
        [words.where, ({ direction }) => words.places[direction]],
        [titles.site, ({ locationId }) => visible(locationId)],
        [titles.status, ({ status }) => strong(visible(status))],
        [titles.id, ({ id: booking }) => visible(booking), 'flexible'],
      ]),
    more: list.bookings.length < limit ? undefined : terminal.text.list.newest(limit),
  });
}

type BookOptions = Named & Texts<'from' | 'to' | 'evseUid' | 'party'> & { token: string; location: string };

export async function partnerBook(terminal: Terminal, options: BookOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const tokenId = await tokenIdOf(terminal, api, options.token);
  const read = optionReader(terminal, options);
  const { location: locationId, evseUid, party } = options;
  const times = { startsAt: read.time('from') ?? '', endsAt: read.time('to') ?? '' };
  const made = await api.call(partnerApi.book, {
    params: { id },
    body: { tokenId, locationId, evseUid, party, ...times },
  });
  tellDone(terminal, options, made, terminal.text.partners.booked(visible(made.status), visible(made.id)));
  return made.status === 'RESERVED' || made.status === 'PENDING' ? done : failed;
}

export async function partnerUnbook(terminal: Terminal, options: Named & { booking: string }): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const made = await api.call(partnerApi.cancelBooking, { params: { id, bookingId: options.booking } });
  tellDone(terminal, options, made, terminal.text.partners.booked(visible(made.status), visible(made.id)));
  return made.status === 'CANCELED' ? done : failed;
}

export async function partnerTerminals(terminal: Terminal, options: Named & Texts<'limit'>): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const limit = optionReader(terminal, options).limit(50);
  const list = await api.call(partnerApi.terminals, { params: { id }, query: { limit } });
  const { titles, partners: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noTerminals,
    table: () =>
      tableOf(list.terminals, [
        [titles.id, ({ id: each }) => strong(visible(each))],
        [words.reference, ({ reference }) => visible(reference ?? '')],
        [titles.site, ({ locationIds }) => visible(locationIds.join(', ')), 'flexible'],
        ['EVSE', ({ evseUids }) => visible(evseUids.join(', ')), 'flexible optional'],
      ]),
    more: list.terminals.length < limit ? undefined : terminal.text.list.newest(limit),
  });
}

type AssignOptions = Named & { terminal: string; site?: string[]; evseUid?: string[] };

export async function partnerAssign(terminal: Terminal, options: AssignOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const body = { locationIds: options.site ?? [], evseUids: options.evseUid ?? [] };
  await api.call(partnerApi.assignTerminal, { params: { id, terminalId: options.terminal }, body });
  tellDone(terminal, options, body, terminal.text.partners.assigned(visible(options.terminal)));
  return done;
}

export async function partnerCaptures(terminal: Terminal, options: Named & Texts<'limit'>): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const limit = optionReader(terminal, options).limit(50);
  const list = await api.call(partnerApi.captures, { params: { id }, query: { limit } });
  const { titles, partners: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noCaptures,
    table: () =>
      tableOf(list.captures, [
        [titles.when, ({ at }) => localTime(at)],
        [titles.status, ({ state }) => strong(words.captureStates[state])],
        [words.captured, ({ captured, currency }) => visible(`${captured} ${currency}`), 'right'],
        [titles.total, ({ billed }) => billed ?? '', 'right'],
        [titles.session, ({ sessionId }) => sessionId ?? '', 'flexible optional'],
        [words.reference, ({ reference }) => visible(reference), 'flexible optional'],
      ]),
    more: list.captures.length < limit ? undefined : terminal.text.list.newest(limit),
  });
}
