import { partnerApi } from '#contract/api/roaming.ts';
import type { Invitation, Partner, PartnerExchange } from '#contract/roaming/partner.ts';
import { openApi } from '../api.ts';
import { done, failed } from '../exit-code.ts';
import { tokenIdOf } from '../find-named.ts';
import { json } from '../json.ts';
import type { Tone } from '../paint.ts';
import { optionReader, type ShowOptions, somethingOf, type Texts } from '../read-options.ts';
import { fieldLines, showList, strong, tableLines, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime, shownTime } from '../times.ts';
import { visible } from '../visible.ts';
import { type Named, partnerNamed } from './partner-named.ts';

const tones = {
  invited: 'warning',
  connecting: 'warning',
  unconfirmed: 'warning',
  connected: 'good',
  leaving: 'quiet',
  left: 'quiet',
} as const satisfies Record<Partner['state'], Tone>;

export async function partnerList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(partnerApi.list, {});
  const { titles, partners: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.partners, [
        [titles.name, ({ name }) => strong(visible(name)), 'flexible'],
        [titles.standing, ({ state }) => ({ text: words.states[state], tone: tones[state] })],
        [words.party, ({ roles, parties }) => partiesOf({ roles, parties })],
        [titles.version, ({ version }) => version ?? ''],
        [words.tariff, ({ tariffId }) => tariffId ?? '', 'optional'],
        [words.waiting, ({ waiting }) => waiting, 'right'],
        [words.lastSuccess, ({ lastSuccessAt }) => shownTime(terminal, lastSuccessAt), 'optional'],
        [words.lastFailure, ({ lastFailure }) => visible(lastFailure ?? ''), 'flexible optional'],
      ]),
    more: undefined,
  });
}

function partiesOf({ roles, parties }: Pick<Partner, 'roles' | 'parties'>): string {
  const told = [...new Set(roles.map(({ party }) => party))];
  return (told.length > 0 ? told : parties).join(', ');
}

type AddOptions = ShowOptions & Texts<'tariff'> & { name: string; party: string[]; hub?: boolean };

export async function partnerAdd(terminal: Terminal, options: AddOptions): Promise<number> {
  const { name, party: parties, tariff: tariffId = null, hub: isHub = false } = options;
  const body = { name, parties, tariffId, isHub };
  return showInvitation(terminal, options, await openApi(terminal, options).call(partnerApi.add, { body }));
}

export async function partnerInvite(terminal: Terminal, options: Named): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  return showInvitation(terminal, options, await api.call(partnerApi.invite, { params: { id } }));
}

function showInvitation(terminal: Terminal, options: ShowOptions, invitation: Invitation): number {
  const { versionsUrl, token } = invitation;
  return tellDone(terminal, options, invitation, terminal.text.partners.invite(versionsUrl, token));
}

export async function partnerConnect(
  terminal: Terminal,
  options: Named & { versions: string; token: string },
): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const body = { versionsUrl: options.versions, token: options.token };
  const partner = await api.call(partnerApi.connect, { params: { id }, body });
  const words = terminal.text.partners;
  const { name, state, version } = partner;
  return tellDone(terminal, options, partner, words.connected(visible(name), words.states[state], version ?? ''));
}

export async function partnerRotate(terminal: Terminal, options: Named): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const partner = await api.call(partnerApi.rotate, { params: { id } });
  return tellDone(terminal, options, partner, terminal.text.partners.rotated(visible(partner.name)));
}

export async function partnerRemove(terminal: Terminal, options: Named): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const partner = await api.call(partnerApi.remove, { params: { id } });
  const words = terminal.text.partners;
  return tellDone(terminal, options, partner, words.removed(visible(partner.name), words.states[partner.state]));
}

type SetOptions = Named &
  Texts<'tariff' | 'tolerance'> & { party?: string[]; site?: string[]; shareTokens?: 'on' | 'off' };

export async function partnerSet(terminal: Terminal, options: SetOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const { tariff, tolerance, party, site, shareTokens } = options;
  const body = somethingOf(terminal, {
    tariffId: tariff === 'none' ? null : tariff,
    tolerance,
    parties: party,
    siteIds: site?.includes('all') === true ? null : site,
    isSharingTokens: shareTokens && shareTokens === 'on',
  });
  const partner = await api.call(partnerApi.change, { params: { id }, body });
  return tellDone(terminal, options, partner, terminal.text.partners.changed(visible(partner.name)));
}

export async function partnerShow(terminal: Terminal, options: Named): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const partner = await api.call(partnerApi.get, { params: { id } });
  const { exchanges } = await api.call(partnerApi.exchanges, { params: { id }, query: { limit: 10 } });
  if (options.json) {
    terminal.out(json({ ...partner, exchanges }));
    return done;
  }
  const { titles, partners: words } = terminal.text;
  const sums = (field: 'receivable' | 'payable') =>
    partner.balances.map((each) => `${each[field]} ${each.currency}`).join(', ');
  const { siteIds, tariffObstacles } = partner;
  const fields = [
    [titles.name, strong(visible(partner.name))],
    [titles.standing, { text: words.states[partner.state], tone: tones[partner.state] }],
    [words.party, partiesOf(partner)],
    [titles.version, partner.version ?? ''],
    [titles.address, partner.versionsUrl ?? ''],
    [words.tariff, partner.tariffId ?? ''],
    [words.sites, siteIds === null ? '' : visible(siteIds.join(', ') || '–')],
    [words.obstacles, tariffObstacles.length === 0 ? '' : { text: tariffObstacles.join(', '), tone: 'bad' as const }],
    [words.waiting, String(partner.waiting)],
    [words.lastHeard, shownTime(terminal, partner.lastHeardAt)],
    [words.lastSuccess, shownTime(terminal, partner.lastSuccessAt)],
    [words.lastFailure, visible(partner.lastFailure ?? '')],
    [words.owedToUs, sums('receivable')],
    [words.owedByUs, sums('payable')],
  ] as const;
  for (const line of fieldLines(
    terminal,
    fields.filter(([, value]) => value !== ''),
  ))
    terminal.out(line);
  if (exchanges.length === 0) return done;
  terminal.out('');
  for (const line of tableLines(terminal, exchangeTable(terminal, exchanges))) terminal.out(line);
  return done;
}

function exchangeTable(terminal: Terminal, exchanges: readonly PartnerExchange[]) {
  const { titles, partners: words } = terminal.text;
  return tableOf(exchanges, [
    [titles.when, ({ at }) => localTime(at)],
    [titles.by, ({ direction }) => words.ways[direction]],
    [titles.what, ({ method, path }) => visible(`${method} ${path}`), 'flexible'],
    [
      words.answer,
      ({ httpStatus, ocpiCode, failure }) => ({
        text: visible(failure ?? `${httpStatus ?? ''} ${ocpiCode ?? ''}`),
        tone: failure !== null || (httpStatus ?? 0) >= 400 || (ocpiCode ?? 0) >= 2000 ? 'bad' : 'good',
      }),
      'flexible',
    ],
  ]);
}

export async function partnerExchanges(
  terminal: Terminal,
  options: Named & Texts<'limit'> & { failures?: boolean },
): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const limit = optionReader(terminal, options).limit(50);
  const query = { limit, failuresOnly: options.failures ?? false };
  const list = await api.call(partnerApi.exchanges, { params: { id }, query });
  return showList(terminal, options, {
    value: list,
    none: terminal.text.partners.noExchanges,
    table: () => exchangeTable(terminal, list.exchanges),
    more: list.exchanges.length < limit ? undefined : terminal.text.list.newest(limit),
  });
}

export async function partnerLocations(terminal: Terminal, options: Named & Texts<'limit'>): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const limit = optionReader(terminal, options).limit(50);
  const list = await api.call(partnerApi.locations, { params: { id }, query: { limit } });
  const { titles, partners: words } = terminal.text;
  const rows = list.locations.flatMap((location) =>
    (location.evses.length === 0 ? [{ uid: '', status: '' }] : location.evses).map((evse) => ({
      ...location,
      ...evse,
    })),
  );
  return showList(terminal, options, {
    value: list,
    none: words.noLocations,
    table: () =>
      tableOf(rows, [
        [titles.site, ({ id: location }) => strong(visible(location))],
        [titles.name, ({ name, isStale }) => `${visible(name ?? '')}${isStale ? ` (${words.stale})` : ''}`, 'flexible'],
        [titles.address, ({ address }) => visible(address), 'flexible optional'],
        [titles.evse, ({ uid }) => visible(uid)],
        [titles.status, ({ status }) => visible(status)],
      ]),
    more: undefined,
  });
}

export async function partnerCdrs(terminal: Terminal, options: Named & Texts<'limit'>): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const limit = optionReader(terminal, options).limit(50);
  const list = await api.call(partnerApi.records, { params: { id }, query: { limit } });
  const { titles, partners: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noRecords,
    table: () =>
      tableOf(list.records, [
        [titles.when, ({ startedAt }) => localTime(startedAt)],
        [titles.by, ({ direction }) => words.directions[direction]],
        ['kWh', ({ energyKwh }) => String(energyKwh), 'right'],
        [titles.total, ({ total, currency }) => `${total} ${currency}`, 'right'],
        [
          titles.standing,
          ({ state }) => ({
            text: words.recordStates[state],
            tone: state === 'disputed' ? 'bad' : state === 'waiting' ? 'warning' : 'good',
          }),
        ],
        [
          titles.why,
          ({ doubts, failure }) => visible(failure ?? doubts.map(({ code }) => code).join(', ')),
          'flexible optional',
        ],
        [words.proof, ({ proof }) => visible(proof ?? ''), 'flexible optional'],
      ]),
    more: list.records.length < limit ? undefined : terminal.text.list.newest(limit),
  });
}

export async function partnerPull(terminal: Terminal, options: Named): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const answer = await api.call(partnerApi.pull, { params: { id } });
  const words = terminal.text.partners;
  const lines = answer.outcomes.map(({ module, read, unreadable, stale, failure }) =>
    words.pulled(module, read, unreadable, stale, failure === null ? '' : `: ${visible(failure)}`),
  );
  tellDone(terminal, options, answer, lines.join('\n'));
  return answer.outcomes.some(({ failure }) => failure !== null) ? failed : done;
}

type PublishOptions = ShowOptions & { site: string; standard: string; format: string; power: string } & Texts<
    'volts' | 'amps'
  >;

export async function partnerPublish(terminal: Terminal, options: PublishOptions): Promise<number> {
  const read = optionReader(terminal, options);
  const plug = {
    standard: options.standard,
    format: options.format as 'SOCKET' | 'CABLE',
    powerType: options.power as 'AC_1_PHASE' | 'AC_3_PHASE' | 'DC',
    maxVoltage: read.number('volts', [1, 2000]) ?? 400,
    maxAmperage: read.number('amps', [1, 2000]) ?? 32,
  };
  const { site: siteId } = options;
  const outcome = await openApi(terminal, options).call(partnerApi.publish, {
    params: { siteId },
    body: { plugs: [plug] },
  });
  const { published, notPublished } = terminal.text.partners;
  const isShown = outcome.missing.length === 0;
  const sentence = isShown ? published(siteId) : notPublished(siteId, outcome.missing.join(', '));
  tellDone(terminal, options, outcome, sentence);
  return isShown ? done : failed;
}

export async function partnerWithdraw(terminal: Terminal, options: ShowOptions & { site: string }): Promise<number> {
  const { site: siteId } = options;
  await openApi(terminal, options).call(partnerApi.withdraw, { params: { siteId } });
  return tellDone(terminal, options, { siteId }, terminal.text.partners.withdrawn(siteId));
}

export async function partnerStart(
  terminal: Terminal,
  options: Named & Texts<'evseUid' | 'party'> & { token: string; location: string },
): Promise<number> {
  const api = openApi(terminal, options);
  const { id } = await partnerNamed(terminal, api, options.partner);
  const tokenId = await tokenIdOf(terminal, api, options.token);
  const { location: locationId, evseUid, party } = options;
  const body = { tokenId, locationId, evseUid, party };
  const answer = await api.call(partnerApi.start, { params: { id }, body });
  tellDone(terminal, options, answer, terminal.text.partners.started(visible(answer.answer), answer.id));
  return answer.answer === 'ACCEPTED' ? done : failed;
}
