import { certificateApi } from '#contract/api/certificates.ts';
import type { CertificateRenewal, ExpirySeverity, RevocationReason } from '#contract/stations/certificates.ts';
import { openApi } from '../api.ts';
import type { Tone } from '../paint.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { type Cell, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { wordOf } from '../text/text.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

/** What a station holds and what it trusts, in one table. */
export async function certificateList(terminal: Terminal, options: ShowOptions & { station: string }): Promise<number> {
  const found = await openApi(terminal, options).call(certificateApi.list, { params: { id: options.station } });
  const { titles, certificate: words } = terminal.text;
  const rows = [
    ...found.issued.map((each) => ({
      ...each,
      kind: words.kinds.issued,
      state:
        each.revokedAt === null
          ? words.inForce
          : { text: words.revoked(localTime(each.revokedAt)), tone: 'bad' as const },
    })),
    ...found.installed.flatMap(({ chain: _chain, ...each }) => [
      { ...each, kind: words.kinds.installed, state: words.seen(localTime(each.seenAt)) },
    ]),
  ];
  return showList(terminal, options, {
    value: found,
    none: words.noneAt(options.station),
    table: () =>
      tableOf(rows, [
        [titles.serialNumber, ({ serialNumber }) => strong(serialNumber)],
        [titles.kind, ({ kind }) => kind],
        [titles.who, ({ purpose }) => wordOf(words.purposes, purpose)],
        [titles.name, ({ subject }) => visible(subject ?? ''), 'flexible'],
        [titles.expires, ({ expiresAt }) => (expiresAt === null ? words.untold : localTime(expiresAt))],
        [titles.standing, ({ state }) => state, 'flexible'],
      ]),
  });
}

const severityTones = {
  expired: 'bad',
  critical: 'bad',
  warning: 'warning',
  fine: 'good',
} as const satisfies Record<ExpirySeverity, Tone>;

export async function certificateExpiring(terminal: Terminal, options: ShowOptions & Texts<'days'>): Promise<number> {
  const withinDays = optionReader(terminal, options).number('days', [0, 36_500]) ?? 30;
  const list = await openApi(terminal, options).call(certificateApi.expiring, { query: { withinDays } });
  const { titles, certificate: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noneExpiring(withinDays),
    table: () =>
      tableOf(list.certificates, [
        [titles.expires, ({ expiresAt }) => localTime(expiresAt)],
        [titles.standing, ({ severity }) => severityCell(terminal, severity)],
        [titles.kind, ({ kind }) => words.kinds[kind]],
        [titles.station, ({ stationId }) => stationId ?? '', 'flexible'],
        [titles.who, ({ purpose }) => wordOf(words.purposes, purpose)],
        [titles.serialNumber, ({ serialNumber }) => serialNumber],
        [titles.name, ({ subject }) => visible(subject), 'flexible optional'],
      ]),
  });
}

function severityCell({ text }: Terminal, severity: ExpirySeverity): Cell {
  return { text: text.certificate.severities[severity], tone: severityTones[severity] };
}

const stateTones = {
  due: 'warning',
  asked: 'warning',
  failing: 'bad',
  renewed: 'good',
} as const satisfies Record<CertificateRenewal['state'], Tone>;

export async function certificateRenewals(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(certificateApi.renewals);
  const { titles, certificate: words } = terminal.text;
  const { due, asked, failing, renewed } = list.counts;
  const stateOf = ({ state, isOnline }: CertificateRenewal): Cell => ({
    text: state === 'due' && !isOnline ? words.dueOffline : words.states[state],
    tone: stateTones[state],
  });
  return showList(terminal, options, {
    value: list,
    none: words.noRenewals,
    table: () =>
      tableOf(list.renewals, [
        [titles.station, ({ stationId }) => strong(stationId), 'flexible'],
        [titles.who, ({ purpose }) => wordOf(words.purposes, purpose)],
        [titles.expires, ({ expiresAt, severity }) => ({ text: localTime(expiresAt), tone: severityTones[severity] })],
        [titles.standing, stateOf],
        [titles.attempts, ({ attempts }) => attempts, 'right'],
        [titles.nextTry, ({ nextAttemptAt }) => (nextAttemptAt === null ? '' : localTime(nextAttemptAt)), 'optional'],
        [titles.why, ({ reason }) => visible(reason ?? ''), 'flexible optional'],
      ]),
    more: list.renewals.length === 0 ? undefined : words.counts(due, asked, failing, renewed),
  });
}

export async function certificateRenew(
  terminal: Terminal,
  options: ShowOptions & { stations: readonly string[] },
): Promise<number> {
  const { stations } = options;
  const body = stations.length === 0 ? {} : { stationIds: [...stations] };
  const started = await openApi(terminal, options).call(certificateApi.startRenewals, { body });
  const { wanted, wantedDue } = terminal.text.certificate;
  return tellDone(terminal, options, started, stations.length === 0 ? wantedDue : wanted(started.wanted.length));
}

export async function certificateRevoke(
  terminal: Terminal,
  options: ShowOptions & { serial: string; reason?: RevocationReason },
): Promise<number> {
  const { serial: serialNumber, reason } = options;
  const revoked = await openApi(terminal, options).call(certificateApi.revoke, {
    params: { serialNumber },
    body: reason === undefined ? {} : { reason },
  });
  const sentence = terminal.text.certificate.isRevoked(revoked.serialNumber, visible(revoked.subject));
  return tellDone(terminal, options, revoked, sentence);
}
