import { partnerApi } from '#contract/api/roaming.ts';
import type { PartnerTariff } from '#contract/roaming/partner.ts';
import { openApi } from '../api.ts';
import { done, failed } from '../exit-code.ts';
import { tokenIdOf } from '../find-named.ts';
import { optionReader, type Texts } from '../read-options.ts';
import { showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';
import { type Named, partnerNamed } from './partner-named.ts';

export async function partnerSessions(terminal: Terminal, options: Named & Texts<'limit'>): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const limit = optionReader(terminal, options).limit(50);
  const list = await api.call(partnerApi.sessions, { params: { id }, query: { limit } });
  const { titles, partners: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noSessions,
    table: () =>
      tableOf(list.sessions, [
        [titles.when, ({ startedAt }) => localTime(startedAt)],
        [words.where, ({ direction }) => words.places[direction]],
        [titles.site, ({ locationId }) => visible(locationId ?? '')],
        [titles.status, ({ status }) => strong(visible(status))],
        ['kWh', ({ energyKwh }) => String(energyKwh), 'right'],
        [titles.total, ({ total, currency }) => (total === null ? '' : `${total} ${currency ?? ''}`), 'right'],
        [titles.id, ({ id: session }) => visible(session), 'flexible optional'],
      ]),
    more: list.sessions.length < limit ? undefined : terminal.text.list.newest(limit),
  });
}

export async function partnerTariffs(terminal: Terminal, options: Named & Texts<'limit'>): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const limit = optionReader(terminal, options).limit(50);
  const list = await api.call(partnerApi.tariffs, { params: { id }, query: { limit } });
  const words = terminal.text.partners;
  const rows = list.tariffs.flatMap((tariff) => tariff.elements.map((element) => ({ ...tariff, ...element })));
  return showList(terminal, options, {
    value: list,
    none: words.noTariffs,
    table: () =>
      tableOf(rows, [
        [words.tariff, ({ id: tariff }) => strong(visible(tariff))],
        [words.where, ({ direction }) => words.prices[direction]],
        [words.price, ({ prices, currency }) => visible(pricesText(prices, currency)), 'flexible'],
        [words.when, ({ when }) => visible(whenText(when)), 'flexible optional'],
      ]),
    more: undefined,
  });
}

type ReserveOptions = Named & Texts<'evseUid' | 'party' | 'minutes'> & { token: string; location: string };

export async function partnerReserve(terminal: Terminal, options: ReserveOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const tokenId = await tokenIdOf(terminal, api, options.token);
  const minutes = optionReader(terminal, options).number('minutes', [1, 1440]) ?? 30;
  const { location: locationId, evseUid, party } = options;
  const body = { tokenId, locationId, evseUid, party, minutes };
  const made = await api.call(partnerApi.reserve, { params: { id }, body });
  tellDone(terminal, options, made, terminal.text.partners.reserved(visible(made.answer), made.reservationId));
  return made.answer === 'ACCEPTED' ? done : failed;
}

export async function partnerUnreserve(terminal: Terminal, options: Named & { reservation: string }): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const params = { id, reservationId: options.reservation };
  const made = await api.call(partnerApi.cancelReservation, { params });
  tellDone(terminal, options, made, terminal.text.partners.reserved(visible(made.answer), made.reservationId));
  return made.answer === 'ACCEPTED' ? done : failed;
}

type LimitOptions = Named & Texts<'watts' | 'amps'> & { session: string };

export async function partnerLimit(terminal: Terminal, options: LimitOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const read = optionReader(terminal, options);
  const [watts, amps] = [read.number('watts', [0, 10_000_000]), read.number('amps', [0, 1_000])];
  const params = { id, sessionId: options.session };
  const limit = watts ?? amps;
  const unit: 'W' | 'A' = watts === undefined ? 'A' : 'W';
  const body = { unit, periods: [{ startSeconds: 0, limit: limit ?? 0 }] };
  const answer =
    limit === undefined
      ? await api.call(partnerApi.unlimit, { params })
      : await api.call(partnerApi.limit, { params, body });
  tellDone(terminal, options, answer, terminal.text.partners.started(visible(answer.answer), answer.id));
  return answer.answer === 'ACCEPTED' ? done : failed;
}

const units: Partial<Record<string, string>> = { ENERGY: '/kWh', TIME: '/h', PARKING_TIME: '/h', FLAT: '' };

function pricesText(prices: PartnerTariff['elements'][number]['prices'], currency: string): string {
  return prices.map(({ type, price }) => `${type} ${price} ${currency}${units[type] ?? ''}`).join(', ');
}

function whenText(when: Record<string, unknown>): string {
  return Object.entries(when)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`)
    .join(', ');
}
